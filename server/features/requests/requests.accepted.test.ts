import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAssignedRequest, type Person, picture } from '#server/testing/factories.ts';
import { aFieldWork, readRequest, updateWork } from '#server/testing/field-work.ts';
import type { TestApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
let technician: Person;
let signed: string;
beforeAll(async () => {
  ({ test, admin, technician, signed } = await aFieldWork());
});
afterAll(() => test.close());

const mine = () => anAssignedRequest(test, admin, technician, 'in_progress');

/** A signature in the size that the web form sends, with strokes of this gray at the points that `isInk` selects. */
async function drawn(isInk: (x: number, y: number) => boolean, gray = 20): Promise<string> {
  const [width, height] = [720, 360];
  const pixels = Buffer.alloc(width * height, 255).map((white, at) =>
    isInk(at % width, Math.floor(at / width)) ? gray : white,
  );
  const png = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

describe('what the pad refuses, the server refuses', () => {
  it.each([
    ['a dot', (x: number, y: number) => Math.hypot(x - 360, y - 180) < 8],
    ['a tiny tick', (x: number, y: number) => x > 340 && x < 370 && Math.abs(y - 180 - Math.abs(x - 350)) < 3],
  ])('as a signature: %s', async (_, isInk) => {
    const request = await mine();
    const signature = await drawn(isInk);
    const answer = await updateWork(technician, request, { status: 'completed', rating: 5, signature });
    const message = 'Client signature is required to complete the case';
    expect([answer.status, answer.body.details]).toEqual([400, [{ field: 'signature', message }]]);
  });

  it.each(['.', '-', '😀'])('as the reason for no signature: %s', async (unsigned_reason) => {
    const request = await mine();
    const visit = { status: 'in_progress', unsigned: 'absent', unsigned_reason, unsigned_confirmed: true };
    const answer = await updateWork(technician, request, visit);
    const message = 'Please say why there is no signature';
    expect([answer.status, answer.body.details]).toEqual([400, [{ field: 'unsigned_reason', message }]]);
  });

  it('as photos that are too large together', async () => {
    const request = await mine();
    const files = Array.from({ length: 4 }, (_, nth) => ({ name: `${nth}.png`, bytes: Buffer.alloc(4_000_000) }));
    const answer = await updateWork(technician, request, { status: 'in_progress' }, { files });
    const message = 'All files together can have at most 15MB';
    expect([answer.status, answer.body.details]).toEqual([413, [{ field: 'images', message }]]);
  });
});

it('accepts a thin signature of a fast hand', async () => {
  const request = await mine();
  const signature = await drawn((x, y) => x > 80 && x < 600 && Math.round(180 + 60 * Math.sin(x / 30)) === y, 170);
  expect((await updateWork(technician, request, { status: 'completed', rating: 5, signature })).status).toBe(200);
  expect((await readRequest(technician, request)).status).toBe('completed');
});

it('names every photo that cannot be used at once, and takes the rest without them', async () => {
  const request = await mine();
  const good = { name: 'good.png', bytes: await picture() };
  const bad = ['one.png', 'two.png'].map((name) => ({ name, bytes: good.bytes.subarray(0, 20) }));
  const body = { status: 'completed', rating: 5, signature: signed };
  const refused = await updateWork(technician, request, body, { files: [...bad, good] });
  expect(refused.body.details?.map(({ message }) => message.split(':')[0])).toEqual(['one.png', 'two.png']);
  expect((await updateWork(technician, request, body, { files: [good] })).status).toBe(200);
  expect((await readRequest(technician, request)).files.map(({ file_name }) => file_name)).toEqual(['good.png']);
});
