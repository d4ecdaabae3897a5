import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { TestFile } from '#server/testing/calls.ts';
import { aRequest, as, type Person, picture, submission } from '#server/testing/factories.ts';
import { fields, rawForm, send } from '#server/testing/raw-form.ts';
import { storedKeys, type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

const submit = (change: object, files: readonly TestFile[]) =>
  test.caller().attempt(api.requests.create, { body: submission(change), files });
const rows = async () => (await test.deps.db.selectFrom('requests').select('id').execute()).length;
const detail = async (request: { id: number }) =>
  (await admin.call(api.requests.get, { params: { id: String(request.id) } })).request;
const png = async (name = 'lot.png'): Promise<TestFile> => ({ name, bytes: await picture('png'), type: 'image/png' });
const csv = (bytes: number): TestFile => ({ name: 'poles.csv', bytes: Buffer.alloc(bytes, 'pole,1\n') });

describe('attachments', () => {
  it('may be three', async () => {
    const request = await aRequest(test, {}, [await png('a.png'), await png('b.PNG'), csv(70)]);
    const { files } = await detail(request);
    expect(files.map(({ file_name }) => file_name)).toEqual(['a.png', 'b.PNG', 'poles.csv']);
    expect(files.every(({ uploader }) => uploader === null)).toBe(true);
  });

  it('are listed in the order in which they were sent', async () => {
    const names = ['c.csv', 'a.csv', 'b.csv'];
    for (const order of [names, names.toReversed()]) {
      const request = await aRequest(
        test,
        {},
        order.map((name) => ({ ...csv(70), name })),
      );
      expect((await detail(request)).files.map(({ file_name }) => file_name)).toEqual(order);
    }
  });

  it('may not be four, nor eleven', async () => {
    const before = await rows();
    for (const count of [4, 11]) {
      const answer = await submit({}, await Promise.all(Array.from({ length: count }, () => png())));
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ message: 'Maximum 3 files allowed', details: [{ field: 'images' }] });
    }
    expect(await rows()).toBe(before);
  });

  it.each(['note.txt', 'page.html', 'logo.svg', 'run.exe', 'lot.png.exe', '.htaccess', 'a.docm'])(
    'of text that are named %j are refused with the text of their type',
    async (name) => {
      const answer = await submit({}, [{ bytes: Buffer.from('pole,lamp\n'), name }]);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe('Only images (JPG, PNG, GIF, WebP) and documents (PDF, DOCX, CSV) are allowed');
    },
  );

  it('of exactly 5 MiB are refused, of one byte less accepted', async () => {
    const limit = 5 * 1024 * 1024;
    const answer = await submit({}, [csv(limit)]);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Each file must be less than 5MB');
    expect(answer.body.details).toEqual([{ field: 'images', message: 'poles.csv: Each file must be less than 5MB' }]);
    expect((await submit({}, [csv(limit - 1)])).status).toBe(201);
  });

  it('in another field than images are refused', async () => {
    const bytes = await picture('png');
    const form = [...fields(submission()), { name: 'files', filename: 'a.png', value: bytes }];
    const answer = await send(test, api.requests.create, rawForm(form));
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field: 'files', message: 'Unexpected file' }] } });
  });

  it('are refused together with the whole form, and nothing is stored', async () => {
    const [before, stored] = [await rows(), await storedKeys(test)];
    expect((await submit({ title: '' }, [await png()])).status).toBe(400);
    expect((await submit({}, [await png(), { name: 'b.png', bytes: Buffer.from('no picture') }])).status).toBe(400);
    expect(await rows()).toBe(before);
    expect(await storedKeys(test)).toEqual(stored);
  });
});

describe('line breaks in a form', () => {
  it('count as one character each, as in JSON: a text at its limit is accepted, and stored as it was typed', async () => {
    const title = 'Lines at the limit';
    const description = `${'line\n'.repeat(999)}lines`;
    expect(description).toHaveLength(5_000);
    const sent = fields(submission({ title, description: description.replaceAll('\n', '\r\n') }));
    expect((await send(test, api.requests.create, rawForm(sent))).status).toBe(201);
    const row = await test.deps.db.selectFrom('requests').select('description').where('title', '=', title).execute();
    expect(row).toEqual([{ description }]);
  });
});

describe('a form', () => {
  const good = () => rawForm(fields(submission()));

  it('without files is accepted like JSON', async () => {
    expect((await send(test, api.requests.create, good())).status).toBe(201);
  });

  it.each([0, 1, 20, 60, 100, 200])('cut off %i bytes before its end is 400', async (missing) => {
    const before = await rows();
    const file = { name: 'images', filename: 'a.csv', value: 'a,b\n'.repeat(40) };
    const whole = rawForm([...fields(submission()), file], false);
    expect((await send(test, api.requests.create, whole.subarray(0, whole.length - missing))).status).toBe(400);
    expect(await rows()).toBe(before);
  });

  it('without a boundary, or with another one, is 400', async () => {
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=other',
    ]) {
      expect((await send(test, api.requests.create, good(), type)).status).toBe(400);
    }
  });

  it('with more than 20 fields is 413', async () => {
    const flood = Array.from({ length: 21 }, (_, i) => ({ name: `field${i}`, value: 'x' }));
    expect((await send(test, api.requests.create, rawForm(flood))).status).toBe(413);
  });

  it('with a repeated, too long or unknown field is 400', async () => {
    const twice = await send(
      test,
      api.requests.create,
      rawForm([...fields(submission()), { name: 'title', value: 'Other' }]),
    );
    expect(twice).toMatchObject({ status: 400, body: { details: [{ field: 'title', message: 'Given twice' }] } });
    const long = await send(
      test,
      api.requests.create,
      rawForm(fields(submission({ description: 'x'.repeat(300_000) }))),
    );
    expect(long).toMatchObject({ status: 400, body: { details: [{ field: 'description' }] } });
    for (const name of ['__proto__', 'constructor', 'toString', '']) {
      const answer = await send(test, api.requests.create, rawForm([...fields(submission()), { name, value: '1' }]));
      expect(answer.status).toBe(400);
    }
  });

  it('with a JSON part in a text field is refused by the field’s schema', async () => {
    const part = { name: 'title', type: 'application/json', value: '{"a":1}' };
    const { title: _, ...rest } = submission() as Record<string, unknown>;
    const answer = await send(test, api.requests.create, rawForm([...fields(rest), part]));
    expect(answer).toMatchObject({ status: 400, body: { message: 'Title is required' } });
  });

  it('whose sender disconnects in the middle leaves no row and no file', async () => {
    const [before, stored] = [await rows(), await storedKeys(test)];
    const url = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const file = { name: 'images', filename: 'a.csv', value: 'a,b\n'.repeat(100_000) };
    const body = rawForm([...fields(submission()), file]);
    const head = [
      'POST /api/requests/create HTTP/1.1',
      'Host: x',
      'Content-Type: multipart/form-data; boundary=raw-form-boundary',
      `Content-Length: ${body.length}`,
    ];
    const [[serverSide]] = await Promise.all([
      once(test.app.server, 'connection') as Promise<[Socket]>,
      new Promise<void>((sent) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1');
        socket.write(`${head.join('\r\n')}\r\n\r\n`);
        socket.write(body.subarray(0, body.length / 2), () => {
          socket.destroy();
          sent();
        });
      }),
    ]);
    await new Promise<void>((ended) => {
      if (serverSide.closed) ended();
      else serverSide.once('close', () => ended());
    });
    expect((await send(test, api.requests.create, good())).status).toBe(201);
    expect(await rows()).toBe(before + 1);
    expect(await storedKeys(test)).toEqual(stored);
  });
});
