import { hash } from 'node:crypto';
import { Transform } from 'node:stream';

const NEWLINE = 0x0a;
const WORDS = [0, 1, 2, 3];

/**
 * A transform that counts the rows of COPY's text format, which has one line for each. The fingerprint is a sum of the rows'
 * hashes: PostgreSQL promises no order of rows, and the same rows in another order are the same table.
 */
export function rowMeter(): Transform & { result(): { rows: number; fingerprint: string } } {
  let rows = 0;
  let rest: Buffer = Buffer.alloc(0);
  const sums = new Uint32Array(WORDS.length);
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const data = rest.length ? Buffer.concat([rest, chunk]) : chunk;
      let start = 0;
      for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
        const digest = hash('sha256', data.subarray(start, end), 'buffer');
        for (const word of WORDS) sums[word] = (sums[word] ?? 0) + digest.readUInt32LE(word * 4);
        rows += 1;
        start = end + 1;
      }
      rest = data.subarray(start);
      done(null, chunk);
    },
    flush(done) {
      done(rest.length ? new Error('the last row is not complete') : null);
    },
  });
  const fingerprint = () => Buffer.from(sums.buffer).toString('hex');
  return Object.assign(transform, { result: () => ({ rows, fingerprint: fingerprint() }) });
}
