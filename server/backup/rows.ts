import { hash } from 'node:crypto';
import { Transform } from 'node:stream';
import { BackupError } from './backup-error.ts';

const NEWLINE = 0x0a;
const WORDS = [0, 1, 2, 3];
/** The longest row, in bytes: many times the longest that the product writes. */
const ROW_MOST = 64 * 1024 * 1024;

/**
 * A transform that counts the rows of COPY's text format, which has one line for each. The fingerprint is a sum of the rows'
 * hashes: PostgreSQL promises no order of rows, and the same rows in another order are the same table.
 *
 * @param most more ends it with an error
 */
export function rowMeter(
  most = { rows: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY },
): Transform & { result(): { rows: number; fingerprint: string } } {
  let rows = 0;
  let bytes = 0;
  // A row that has begun, in the pieces it came in: to join each piece to the rest would take a minute for the longest row.
  let begun: Buffer[] = [];
  let begunBytes = 0;
  const sums = new Uint32Array(WORDS.length);
  const transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const last = chunk.subarray(start, end);
        const digest = hash('sha256', begun.length ? Buffer.concat([...begun, last]) : last, 'buffer');
        for (const word of WORDS) sums[word] = (sums[word] ?? 0) + digest.readUInt32LE(word * 4);
        rows += 1;
        start = end + 1;
        begun = [];
        begunBytes = 0;
      }
      if (start < chunk.length) begun.push(chunk.subarray(start));
      begunBytes += chunk.length - start;
      const isMore = rows > most.rows || bytes > most.bytes || begunBytes > ROW_MOST;
      if (isMore) done(new BackupError('A table of the backup has more in it than was written.'));
      else done(null, chunk);
    },
    flush(done) {
      done(begunBytes > 0 ? new Error('the last row is not complete') : null);
    },
  });
  const fingerprint = () => Buffer.from(sums.buffer).toString('hex');
  return Object.assign(transform, { result: () => ({ rows, fingerprint: fingerprint() }) });
}
