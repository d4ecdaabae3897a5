import { Readable } from 'node:stream';
import { DomainError } from './errors.ts';
import { bounded } from './neighbors/bounded.ts';

/** A bucket of a service that speaks S3, with the key to it. The prefix is empty or ends in a slash. */
export type Bucket = {
  endpoint: string;
  region: string;
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
  prefix: string;
};

const AWAY = 'Files cannot be stored or shown right now. Please try again in a few minutes.';
const RETRY_SECONDS = 30;
/** A call may take this many times as long as a silence: a file of 5 MB over a slow line is no failure. */
const SILENCES = 6;
/** The most bytes of an answer: a stored file, many times larger than any, and everything else, such as a page of a listing. */
const OBJECT_MOST = 64 * 1024 * 1024;
const ANSWER_MOST = 16 * 1024 * 1024;

/** Failures reach the log with the call that they fail. */
const silent = () => undefined;

/** Whether a call failed because there is no such object. */
export const isNoKey = (error: unknown): boolean => (error as Error).name === 'NoSuchKey';

/** Whether the policies of the service do not allow a call. A wrong key or bucket is something else. */
export const isNotAllowed = (error: unknown): boolean => (error as Error).name === 'AccessDenied';

/** The refusal of a call that the bucket did not serve. Its cause has the client's words alone, because its errors carry requests. */
export function away(error: unknown): DomainError {
  const { name, message, code } = error as NodeJS.ErrnoException;
  const refusal = new DomainError('unavailable', AWAY, undefined, RETRY_SECONDS);
  refusal.cause = new Error([name, code, message].filter(Boolean).join(': '));
  return refusal;
}

/**
 * The client for a bucket.
 * @param silenceMs how long the service may be silent, in milliseconds
 */
export async function openBucket(bucket: Bucket, silenceMs: number) {
  // Loaded here, so that an installation on the disk does not pay for it.
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    endpoint: bucket.endpoint,
    region: bucket.region,
    credentials: { accessKeyId: bucket.accessKeyId, secretAccessKey: bucket.secretAccessKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    followRegionRedirects: false,
    maxAttempts: 2,
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    requestHandler: {
      connectionTimeout: silenceMs,
      socketTimeout: silenceMs,
      requestTimeout: silenceMs * SILENCES,
      throwOnRequestTimeout: true,
    },
  });
  // The client reads an answer to its end, and waits for as long as something comes.
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (call) => {
        const result = await next(call);
        const response = result.response as { body?: unknown };
        const bytes = commandName === 'GetObjectCommand' ? OBJECT_MOST : ANSWER_MOST;
        if (response.body instanceof Readable) {
          const body = bounded(response.body, { bytes, ms: silenceMs * SILENCES });
          response.body = Readable.from(body, { objectMode: false });
        }
        return result;
      },
    { step: 'deserialize', priority: 'low' },
  );
  async function* pages(listing: { Prefix: string; Delimiter?: string | undefined; StartAfter?: string | undefined }) {
    let token: string | undefined;
    do {
      const call = new s3.ListObjectsV2Command({ Bucket: bucket.name, ...listing, ContinuationToken: token });
      const page = await client.send(call).catch((error: unknown) => {
        throw away(error);
      });
      if (token !== undefined && page.NextContinuationToken === token) {
        throw away(new Error('the listing begins the same page again'));
      }
      yield page;
      token = page.NextContinuationToken;
    } while (token);
  }
  return {
    s3,
    client,
    Bucket: bucket.name,
    /** What it is called in messages. */
    place: `the bucket ${bucket.name}${bucket.prefix && ` under ${bucket.prefix}`} at ${bucket.endpoint}`,
    /**
     * The objects whose key begins with a prefix, in the order of their keys.
     * @param options.delimiter leaves out what has it behind the prefix
     * @param options.after a key: only those behind it
     * @throws DomainError `unavailable`
     */
    async *list(
      prefix: string,
      { delimiter, after }: { delimiter?: string | undefined; after?: string | undefined } = {},
    ): AsyncGenerator<{ key: string; changedAt: Date }> {
      for await (const { Contents = [] } of pages({ Prefix: prefix, Delimiter: delimiter, StartAfter: after })) {
        for (const { Key, LastModified } of Contents)
          if (Key && LastModified) yield { key: Key, changedAt: LastModified };
      }
    },
    /** The keys behind a prefix up to the next slash, each once, in order. @throws DomainError `unavailable` */
    async folders(prefix: string): Promise<string[]> {
      const found: string[] = [];
      for await (const { CommonPrefixes = [] } of pages({ Prefix: prefix, Delimiter: '/' })) {
        for (const { Prefix } of CommonPrefixes) if (Prefix) found.push(Prefix);
      }
      return found;
    },
  };
}
