import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createS3FileStore } from './s3-file-store.ts';

const HOUR = 3_600_000;

// No real service has a wrong clock on demand. The other tests of a bucket use a real one (server/guarantees/bucket.test.ts).
it.each([-2, 2])(
  'a listing has the time of this machine when the clock of the service is %i hours off',
  async (hours) => {
    const written = Date.now() - HOUR;
    const service = createServer((_request, response) => {
      response.sendDate = false;
      response.setHeader('date', new Date(Date.now() + hours * HOUR).toUTCString());
      const changed = new Date(written + hours * HOUR).toISOString();
      response.end(
        `<?xml version="1.0"?><ListBucketResult><Contents><Key>photo</Key><LastModified>${changed}</LastModified></Contents></ListBucketResult>`,
      );
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-clock-'));
    try {
      const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
      const bucket = {
        endpoint,
        region: 'us-east-1',
        name: 'photos',
        accessKeyId: 'a',
        secretAccessKey: 'b',
        prefix: '',
      };
      const store = await createS3FileStore(folder, bucket, { silenceMs: 60_000 });
      const found = [];
      for await (const entry of store.list()) found.push(entry);
      expect(found.map(({ key }) => key)).toEqual(['photo']);
      expect(Math.abs((found[0]?.changedAt.getTime() ?? 0) - written)).toBeLessThan(HOUR / 2);
    } finally {
      service.closeAllConnections();
      service.close();
      await rm(folder, { recursive: true });
    }
  },
);
