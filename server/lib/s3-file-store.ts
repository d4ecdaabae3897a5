import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createFileStore, type FileStore, INCOMING, PIECE_BYTES, type Shelf, type StoreOptions } from './file-store.ts';
import { away, type Bucket, isNoKey, isNotAllowed, openBucket } from './s3-bucket.ts';

const MARK = 'installation.id';
/** Written and deleted to find out what the key may do. Instances that start together write the same. */
const TRIAL = 'start.trial';
const TRASHED = /^trash\/(\d{4}-\d{2}-\d{2})\/([^/]+)$/;

const missing = (key: string) => Object.assign(new Error(`there is no file ${key} in the bucket`), { code: 'ENOENT' });

/** Whether the same call may succeed at once: a connection that was closed while it was idle, or a passing fault. */
function isPassing(error: unknown): boolean {
  const { name, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  return name !== 'TimeoutError' && ($metadata?.httpStatusCode ?? 500) >= 500;
}

/**
 * Keeps files in a bucket, so that instances on several machines share them (docs/decisions/0024-files-in-a-bucket.md). The keys are
 * those of the local store behind the prefix. Drafts are on the local disk.
 * @param folder the local folder for drafts and for files on their way out
 * @param options.silenceMs how long the service may be silent, in milliseconds
 */
export async function createS3FileStore(
  folder: string,
  bucket: Bucket,
  { silenceMs, ...options }: StoreOptions & { silenceMs: number },
): Promise<FileStore> {
  const service = await openBucket(bucket, silenceMs);
  const { s3, client, Bucket } = service;
  const at = (key: string) => bucket.prefix + key;
  const inTrash = (key: string, day: string) => at(`trash/${day}/${key}`);

  async function upload(key: string, file: Parameters<Shelf['keep']>[1]): Promise<void> {
    const Body = createReadStream(file.path);
    const put = new s3.PutObjectCommand({ Bucket, Key: at(key), Body, ContentLength: file.size });
    // Signed along, so that the service refuses bytes that are not those of the draft.
    put.middlewareStack.add(
      (next) => (call) => {
        (call.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] =
          file.sha256.toString('hex');
        return next(call);
      },
      { step: 'build' },
    );
    try {
      await client.send(put);
    } finally {
      Body.destroy();
    }
  }
  /** A copy and a deletion: what ends between them leaves the file in both places, and the next try completes it. */
  async function move(from: string, to: string): Promise<void> {
    try {
      await client.send(new s3.CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${encodeURI(from)}` }));
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: from }));
    } catch (error) {
      throw isNoKey(error) ? missing(from) : away(error);
    }
  }
  async function* objects(prefix: string, delimiter?: string) {
    for await (const { key, changedAt } of service.list(prefix, { delimiter })) {
      yield { key: key.slice(bucket.prefix.length), changedAt };
    }
  }
  /** Fetches all of a file before anybody reads it: a slow reader holds no connection to the service, and none breaks under them. */
  async function read(key: string): Promise<Readable | null> {
    const file = path.join(folder, INCOMING, randomUUID());
    try {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: at(key) }));
      await pipeline(Body as Readable, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    } catch (error) {
      await rm(file, { force: true });
      if (isNoKey(error)) return null;
      throw away(error);
    }
    const handle = await open(file, 'r');
    // The open file can still be read, and its room is free when it is closed.
    await rm(file);
    return handle.createReadStream({ highWaterMark: PIECE_BYTES });
  }
  async function claim(id: string, take = false): Promise<string> {
    const stream = take ? null : await read(MARK);
    if (stream) return (await buffer(stream)).toString('utf8').trim();
    const call = new s3.PutObjectCommand({ Bucket, Key: at(MARK), Body: `${id}\n` });
    await client.send(call).catch((error: unknown) => {
      throw away(error);
    });
    return id;
  }

  /** Tries each action that the product needs. Without the rights to write and to list, the service does not tell a missing file from one that may not be read. */
  async function refusedActions(): Promise<string[]> {
    const object = { Bucket, Key: at(TRIAL) };
    const trials = [
      ['s3:ListBucket', () => client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: bucket.prefix, MaxKeys: 1 }))],
      ['s3:PutObject', () => client.send(new s3.PutObjectCommand({ ...object, Body: 'x' }))],
      ['s3:GetObject', async () => (await client.send(new s3.GetObjectCommand(object))).Body?.transformToByteArray()],
      ['s3:DeleteObject', () => client.send(new s3.DeleteObjectCommand(object))],
    ] as const;
    const refused: string[] = [];
    for (const [action, tried] of trials) {
      await tried().catch((error: unknown) => {
        if (isNotAllowed(error)) refused.push(action);
        else if (!isNoKey(error)) throw away(error);
      });
    }
    return refused;
  }

  const shelf: Shelf = {
    place: service.place,
    async keep(key, file) {
      try {
        // The client sends a stream only once.
        await upload(key, file).catch((error: unknown) => {
          if (!isPassing(error)) throw error;
          return upload(key, file);
        });
      } catch (error) {
        throw away(error);
      }
      await rm(file.path, { force: true });
    },
    read,
    async *list() {
      for await (const { key, changedAt } of objects(bucket.prefix, '/')) {
        // Each answer tells the client by how much the service's clock differs from that of this machine.
        yield { key, changedAt: new Date(changedAt.getTime() - client.config.systemClockOffset) };
      }
    },
    discard: (key, day) => move(at(key), inTrash(key, day)),
    async *listTrash() {
      for await (const object of objects(at('trash/'))) {
        const [, day, key] = TRASHED.exec(object.key) ?? [];
        if (day && key) yield { key, day };
      }
    },
    restore: (key, day) => move(inTrash(key, day), at(key)),
    async erase(key, day) {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: inTrash(key, day) })).catch((error: unknown) => {
        throw away(error);
      });
    },
    claim,
    refusedActions,
  };
  return createFileStore(folder, shelf, options);
}
