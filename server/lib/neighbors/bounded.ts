/**
 * The chunks of a stream from outside, which ends with an error behind its limits.
 * @param most.bytes how much may come
 * @param most.ms how long all of it may take; any time when left out
 */
export async function* bounded<T extends Uint8Array>(
  chunks: AsyncIterable<T>,
  most: { bytes: number; ms?: number },
): AsyncGenerator<T> {
  let bytes = 0;
  const end = most.ms === undefined ? Number.POSITIVE_INFINITY : performance.now() + most.ms;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > most.bytes) throw new Error(`more than ${most.bytes} bytes came`);
    if (performance.now() > end) throw new Error(`it took longer than ${most.ms} ms to come`);
    yield chunk;
  }
}
