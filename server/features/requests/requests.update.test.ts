import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { statuses } from '#contract/words/requests.ts';
import type { TestFile } from '#server/testing/calls.ts';
import { anAssignedRequest, as, type Person, picture } from '#server/testing/factories.ts';
import { aFieldWork, readRequest, updateWork } from '#server/testing/field-work.ts';
import { fetchFile, storedKeys, type TestApp } from '#server/testing/test-app.ts';

const NEED_SIGNATURE = 'Client signature is required to complete the case';
const NEED_RATING = 'Client rating (1-5 stars) is required to complete the case';
const NEED_BOTH = 'Please collect client signature and rating to complete the case';
const NO_PNG = 'The signature must be a PNG image';
const IMAGES_ONLY = 'Only images (JPG, PNG, GIF, WebP) are allowed';
const MISFIT = "This file's contents don't match its extension, or it can't be read.";

let test: TestApp;
let admin: Person;
let technician: Person;
let signed: string;
beforeAll(async () => {
  ({ test, admin, technician, signed } = await aFieldWork());
});
afterAll(() => test.close());

const mine = (status?: (typeof statuses)[number]) => anAssignedRequest(test, admin, technician, status);
const update = (request: { id: number }, body: object, files?: readonly TestFile[], who: Person = technician) =>
  updateWork(who, request, body, files && { files });
const read = (request: { id: number }) => readRequest(technician, request);
const dataUrl = (png: Buffer, type = 'image/png') => `data:${type};base64,${png.toString('base64')}`;
const blank = (background: string | { r: number; g: number; b: number; alpha: number }) =>
  sharp({ create: { width: 400, height: 160, channels: 4, background } })
    .png()
    .toBuffer();

describe('a technician’s status', () => {
  const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

  it.each(pairs)('from %s to %s', async (from, to) => {
    const request = await mine(from);
    const isCompletion = to === 'completed' && from !== 'completed';
    const answer = await update(request, { status: to, ...(isCompletion ? { signature: signed, rating: 4 } : {}) });
    expect(answer.status).toBe(to === 'pending' ? 400 : 200);
    if (to === 'pending') expect(answer.body.message).toBe('Please select a status');
    expect((await read(request)).status).toBe(to === 'pending' ? from : to);
  });

  it('is required', async () => {
    for (const status of [undefined, '', 'done']) {
      expect((await update(await mine(), { status })).body).toMatchObject({ message: 'Please select a status' });
    }
  });
});

describe('completing', () => {
  it.each([
    [{}, NEED_BOTH, ['signature', 'rating']],
    [{ signature: '', rating: 0 }, NEED_BOTH, ['signature', 'rating']],
    [{ rating: 5 }, NEED_SIGNATURE, ['signature']],
    [{ signature: '', rating: '5' }, NEED_SIGNATURE, ['signature']],
  ])('without evidence is refused with the texts in their order (%#)', async (evidence, message, order) => {
    const [request, before] = [await mine('in_progress'), await storedKeys(test)];
    const files = [{ name: 'a.png', bytes: await picture() }];
    for (const answer of [
      await update(request, { status: 'completed', notes: 'never kept', ...evidence }),
      await update(request, { status: 'completed', notes: 'never kept', ...evidence }, files),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe(message);
      expect(answer.body.details?.map(({ field }) => field)).toEqual(order);
    }
    expect(await read(request)).toMatchObject({ status: 'in_progress', notes: '', files: [], signature: null });
    expect(await storedKeys(test)).toEqual(before);
  });

  it.each([0, 6, -1, 4.5, '0', '6', '4.5', '', ' 5', 'five', null, '1e0', true])(
    'with %j stars is refused',
    async (rating) => {
      const answer = await update(await mine(), { status: 'completed', signature: signed, rating });
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe(NEED_RATING);
    },
  );

  it('stores rating, feedback and signature, with time and name', async () => {
    const request = await mine();
    const body = {
      status: 'completed',
      signature: signed,
      rating: '4',
      customer_notes: ' Quick work ',
      notes: 'Nine of nine lit',
    };
    const answer = await update(request, body, [
      { name: 'after.jpg', bytes: await picture('jpeg'), type: 'image/jpeg' },
    ]);
    expect(answer.status).toBe(200);
    const stored = await read(request);
    expect(stored).toMatchObject({
      status: 'completed',
      rating: 4,
      customer_notes: 'Quick work',
      completed_at: expect.any(String),
    });
    expect(stored.notes).toMatch(/ · Tina\nNine of nine lit$/);
    expect(stored.files).toMatchObject([
      { file_name: 'after.jpg', file_type: 'image/jpeg', uploader: { name: 'Tina' } },
    ]);
    expect(stored.signature).toMatchObject({ file_type: 'image/png', uploader: { name: 'Tina' } });
    const png = await fetchFile(test, stored.signature?.file_path ?? '');
    expect(await sharp(png.bytes).metadata()).toMatchObject({ format: 'png', width: 400, height: 160 });
  });

  it('needs no second signature while the request stays completed, and a new one after a reopening', async () => {
    const request = await mine();
    await update(request, { status: 'completed', signature: signed, rating: 5 });
    expect((await update(request, { status: 'completed', notes: 'Forgot the invoice number' })).status).toBe(200);
    expect((await update(request, { status: 'in_progress' })).status).toBe(200);
    expect((await update(request, { status: 'completed' })).body.message).toBe(NEED_BOTH);
    expect(await read(request)).toMatchObject({ status: 'in_progress', rating: null, signature: null });
  });

  it('requires the same evidence of an admin who uses the technician’s form', async () => {
    const request = await mine();
    expect((await update(request, { status: 'completed' }, undefined, admin)).body.message).toBe(NEED_BOTH);
    expect(
      (await update(request, { status: 'completed', signature: signed, rating: 3 }, undefined, admin)).status,
    ).toBe(200);
  });

  it('happens once when two forms arrive together: the later form cannot replace the evidence of the first', async () => {
    const request = await mine('in_progress');
    const answers = await Promise.all(
      [1, 2].map((rating) => update(request, { status: 'completed', signature: signed, rating })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const changes = await test.deps.db
      .selectFrom('request_status_changes')
      .select('id')
      .where('request_id', '=', request.id)
      .where('status', '=', 'completed')
      .execute();
    expect(changes).toHaveLength(1);
  });
});

describe('the signature', () => {
  it('is refused when it is blank', async () => {
    for (const paper of ['#ffffff', { r: 0, g: 0, b: 0, alpha: 0 }, '#cccccc']) {
      const request = await mine();
      const [answer, before] = [
        await update(request, { status: 'completed', rating: 5, signature: dataUrl(await blank(paper)) }),
        await storedKeys(test),
      ];
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ message: NEED_SIGNATURE, details: [{ field: 'signature' }] });
      expect(await storedKeys(test)).toEqual(before);
    }
  });

  it('is refused when it is anything but a PNG of decent size', async () => {
    const [jpeg, svg] = [
      await picture('jpeg'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
    ];
    const bad = [
      dataUrl(jpeg),
      dataUrl(jpeg, 'image/jpeg'),
      dataUrl(svg, 'image/svg+xml'),
      dataUrl(svg),
      dataUrl(Buffer.from('<script>alert(1)</script>'), 'text/html'),
      dataUrl(await picture('gif')),
      dataUrl(await picture('webp')),
      'https://evil.example/signature.png',
      'file:///etc/passwd',
      '//evil.example/x.png',
      'javascript:alert(1)',
      'data:image/png;base64,',
      'data:image/png,abc',
      'data:image/png;base64,%00',
      'data:image/png;base64,====',
      `data:image/png;base64,${'A'.repeat(1000)}`,
      `${signed}\n`,
      ` ${signed}`,
      signed.replace('png', 'PNG'),
      signed.slice(0, signed.length / 2),
      `data:image/png;base64,${'A'.repeat(200_000)}`,
      'x'.repeat(1000),
    ];
    const request = await mine();
    const before = await storedKeys(test);
    for (const forged of bad) {
      const answer = await update(request, { status: 'completed', rating: 5, signature: forged });
      expect([answer.status, answer.body.message]).toEqual([400, NO_PNG]);
    }
    expect(await storedKeys(test)).toEqual(before);
    expect(await read(request)).toMatchObject({ status: 'assigned', signature: null });
  });

  it('is encoded anew, without data behind the end of the picture', async () => {
    const request = await mine();
    const png = Buffer.concat([
      Buffer.from(signed.slice(signed.indexOf(',') + 1), 'base64'),
      Buffer.from('<script>planted()</script>'),
    ]);
    expect((await update(request, { status: 'completed', rating: 5, signature: dataUrl(png) })).status).toBe(200);
    const stored = await fetchFile(test, (await read(request)).signature?.file_path ?? '');
    expect(stored.bytes.includes('planted')).toBe(false);
  });
});

describe('photos', () => {
  it('lose their position, their camera and data behind their end', async () => {
    const raw = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#888' } })
      .withExif({
        IFD0: { Make: 'PlantedCamera', Copyright: 'planted()' },
        IFD3: { GPSLatitude: '28/1 32/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(raw.includes('PlantedCamera')).toBe(true);
    const request = await mine();
    const planted = Buffer.concat([raw, Buffer.from('<?php planted(); ?>')]);
    expect((await update(request, { status: 'in_progress' }, [{ name: 'IMG_1.JPG', bytes: planted }])).status).toBe(
      200,
    );
    const [file] = (await read(request)).files;
    for (const path of [file?.file_path, file?.thumbnail_path]) {
      const { bytes, status } = await fetchFile(test, path ?? '');
      expect(status).toBe(200);
      expect(/planted/i.test(bytes.toString('latin1'))).toBe(false);
      const { exif, width, height } = await sharp(bytes).metadata();
      // Orientation 6: the picture was rotated, so width and height have changed places.
      expect({ exif, width, height }).toEqual({ exif: undefined, width: 30, height: 60 });
    }
  });

  it('are at most ten images, and one invalid file refuses all', async () => {
    const [request, before] = [await mine(), await storedKeys(test)];
    const photo = { name: 'a.png', bytes: await picture() };
    const eleven = await update(
      request,
      { status: 'in_progress' },
      Array.from({ length: 11 }, () => photo),
    );
    expect([eleven.status, eleven.body.message]).toEqual([400, 'Maximum 10 photos allowed']);
    const bad = [
      { name: 'a.pdf', bytes: Buffer.from('%PDF-1.7'), reason: IMAGES_ONLY },
      { name: 'a.csv', bytes: Buffer.from('a,b'), reason: IMAGES_ONLY },
      { name: 'a.jpg', bytes: Buffer.from('%PDF-1.7'), reason: IMAGES_ONLY },
      { name: 'a.png', bytes: Buffer.from('plain text'), reason: MISFIT },
    ];
    for (const { reason, ...file } of bad) {
      const answer = await update(request, { status: 'in_progress' }, [photo, file]);
      expect([answer.status, answer.body.message]).toEqual([400, reason]);
    }
    expect((await read(request)).files).toEqual([]);
    expect(await storedKeys(test)).toEqual(before);
    expect(
      (
        await update(
          request,
          { status: 'in_progress' },
          Array.from({ length: 10 }, () => photo),
        )
      ).status,
    ).toBe(200);
    expect((await read(request)).files).toHaveLength(10);
  });

  it('cannot come with unknown fields', async () => {
    const answer = await update(await mine(), { status: 'in_progress', assigned_to: 1 }, [
      { name: 'a.png', bytes: await picture() },
    ]);
    expect(answer.body.details).toEqual([{ field: 'assigned_to', message: 'Unknown field' }]);
  });
});

describe('a request that is assigned to another technician during an update', () => {
  it('stores nothing of the update, and the old technician gets 404', async () => {
    const request = await mine();
    const next = await as(test, 'technician');
    const { keep } = test.deps.files;
    test.deps.files.keep = async (key, file) => {
      test.deps.files.keep = keep;
      const params = { id: String(request.id) };
      await admin.call(api.requests.assign, { params, body: { technician_id: next.id } });
      return keep(key, file);
    };
    const body = { status: 'completed', signature: signed, rating: 1, notes: 'Too late' };
    expect((await update(request, body, [{ name: 'a.png', bytes: await picture() }])).status).toBe(404);
    const { request: kept } = await next.call(api.requests.get, { params: { id: String(request.id) } });
    expect(kept).toMatchObject({ status: 'assigned', rating: null, notes: '', files: [], signature: null });
  });
});
