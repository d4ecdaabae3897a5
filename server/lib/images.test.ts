import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanImage, type Uploader } from './images.ts';

let folder: string;
let photo: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-images-'));
  photo = path.join(folder, 'photo.png');
  await sharp({ create: { width: 60, height: 40, channels: 3, background: 'navy' } }).toFile(photo);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('of those who wait for a picture, each has one decoded in turn, and all are decoded', async () => {
  const done: string[] = [];
  const clean = async (kind: Uploader['kind'], name: string, nth: number) => {
    await cleanImage(photo, 'png', { kind, name }, path.join(folder, `${kind} ${name} ${nth}`));
    done.push(name);
  };
  const many = Array.from({ length: 100 }, (_, nth) => clean('stranger', '192.0.2.1', nth));
  await Promise.all([clean('stranger', '192.0.2.2', 0), clean('stranger', '192.0.2.3', 0)]);
  expect(done.filter((name) => name === '192.0.2.1').length).toBeLessThan(4);
  await clean('staff', '1', 0);
  expect(done.length).toBeLessThan(100);
  await Promise.all(many);
  expect(done).toHaveLength(103);
});
