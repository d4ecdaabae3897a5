import { away, type Bucket, openBucket } from './s3-bucket.ts';

/**
 * Numbered lines in a bucket, an object for each. They are never written over: any number of machines add to them, in any order, and they are
 * read in the order of their numbers.
 */
export type BucketLines = {
  /** Where they are, for messages. */
  place: string;
  /** Stores a line. The same line again changes nothing. */
  put(number: bigint, line: string): Promise<void>;
  /** The line with the highest number; null when there is none. */
  newest(): Promise<string | null>;
  /** The lines up to the newest one at this time. */
  snapshot(): Promise<AsyncIterable<string>>;
};

/** The newest line is found by listing one folder. */
const NUMBERS_IN_FOLDER = 10_000n;
const DIGITS = 19;
const padded = (number: bigint) => String(number).padStart(DIGITS, '0');

/** The key has the line itself, so that a listing reads a thousand lines at once. */
const lineOf = (key: string) => Buffer.from(key.slice(key.lastIndexOf('/') + DIGITS + 2), 'base64url').toString('utf8');

/**
 * Every call throws DomainError `unavailable` while the bucket is away.
 * @param folder behind the prefix of the bucket; ends in a slash
 * @param options.silenceMs how long the service may be silent, in milliseconds
 */
export async function openBucketLines(
  bucket: Bucket,
  folder: string,
  { silenceMs }: { silenceMs: number },
): Promise<BucketLines> {
  const { s3, client, Bucket, place, list, folders } = await openBucket(bucket, silenceMs);
  const root = bucket.prefix + folder;
  let newestKey: string | undefined;

  async function findNewest(): Promise<string | undefined> {
    const from = newestKey === undefined ? (await folders(root)).at(-1) : root;
    if (from === undefined) return undefined;
    for await (const { key } of list(from, { after: newestKey })) newestKey = key;
    return newestKey;
  }
  return {
    place,
    async put(number, line) {
      const Key = `${root}${padded(number / NUMBERS_IN_FOLDER)}/${padded(number)}-${Buffer.from(line).toString('base64url')}`;
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: `${line}\n` })).catch((error: unknown) => {
        throw away(error);
      });
    },
    async newest() {
      const key = await findNewest();
      return key === undefined ? null : lineOf(key);
    },
    async snapshot() {
      const end = await findNewest();
      return (async function* () {
        if (end === undefined) return;
        for await (const { key } of list(root)) {
          if (key > end) return;
          yield lineOf(key);
        }
      })();
    },
  };
}
