import { describe, expect, it } from 'vitest';
import { ApiError } from '../api-client.ts';
import { callWithFiles } from './unreadable-files.ts';

const lost = Object.assign(new File(['x'], 'pole.jpg'), { arrayBuffer: () => Promise.reject(new Error('gone')) });
const good = new File(['x'], 'meter.jpg');
const failing = (status: number) => () => Promise.reject(new ApiError(status, {}));

describe('a call with files that had no answer', () => {
  it('names each file that cannot be read', async () => {
    await expect(callWithFiles([good, lost], failing(0))).rejects.toMatchObject({
      status: 0,
      details: [{ field: 'images', message: expect.stringMatching(/^pole\.jpg: This file can't be read/) }],
    });
  });

  it('was lost on the network when all files can be read', async () => {
    await expect(callWithFiles([good], failing(0))).rejects.toMatchObject({ code: 'unavailable', details: [] });
  });

  it('keeps the answer of the server', async () => {
    await expect(callWithFiles([lost], failing(503))).rejects.toMatchObject({ status: 503 });
  });
});
