import sharp from 'sharp';
import { api } from '#contract/api.ts';
import type { Status } from '#contract/words/requests.ts';
import type { Role } from '#contract/words/roles.ts';
import type { TestFile } from './calls.ts';
import type { Caller, TestApp } from './test-app.ts';

export const PASSWORD = 'correct-horse-9';
let counter = 0;
const next = () => {
  counter += 1;
  return counter;
};

export type Person = Caller & { id: number; email: string; name: string };

/** A signed-in member of staff. The row is inserted into the database, and the sign-in is a call. */
export async function as(
  test: TestApp,
  role: Role,
  fields: { is_active?: boolean; name?: string } = {},
): Promise<Person> {
  const n = next();
  const email = `${role}-${n}@example.com`;
  const name = fields.name ?? `${role} ${n}`;
  const now = test.deps.now();
  const { id } = await test.deps.db
    .insertInto('users')
    .values({
      name,
      email,
      role,
      is_active: true,
      password_hash: await test.deps.passwords.hash(PASSWORD),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { token } = await test.caller().call(api.auth.login, { body: { email, password: PASSWORD } });
  if (fields.is_active === false) {
    await test.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute();
  }
  return { ...test.caller(token), id, email, name };
}

export const submission = (fields: object = {}) => ({
  customerName: 'Dana Whitfield',
  customerEmail: 'dana@whitfield.example',
  customerPhone: '(407) 555-0111',
  customerAddress: '88 Sample Street, Orlando, FL 32801',
  title: 'Dark parking lot',
  description: 'Four of nine poles have been out since Friday.',
  priority: 'medium' as const,
  ...fields,
});

/** Sends a request through the public form. Returns its row id and tracking ID. */
export async function aRequest(test: TestApp, fields: object = {}, files?: readonly TestFile[]) {
  const answer = await test
    .caller()
    .call(api.requests.create, { body: submission(fields), ...(files ? { files } : {}) });
  const { external_id } = answer.request;
  const { id } = await test.deps.db
    .selectFrom('requests')
    .select('id')
    .where('external_id', '=', external_id)
    .executeTakeFirstOrThrow();
  return { id, external_id };
}

/** Sends a request with something in the hidden field, which holds it. Returns its row id and tracking ID. */
export async function aHeldRequest(test: TestApp, fields: object = {}, files: readonly TestFile[] = []) {
  const body = submission({ website: 'https://whitfield.example', ...fields });
  const { external_id } = (await test.caller().call(api.requests.create, { body, files })).request;
  const held = test.deps.db.selectFrom('held_requests').select('id').where('external_id', '=', external_id);
  return { ...(await held.executeTakeFirstOrThrow()), external_id };
}

/** A request assigned to this technician, with the given status. */
export async function anAssignedRequest(test: TestApp, admin: Caller, technician: Person, status?: Status) {
  const request = await aRequest(test);
  await admin.call(api.requests.assign, { params: { id: String(request.id) }, body: { technician_id: technician.id } });
  if (status) {
    await admin.call(api.requests.changeStatus, { params: { id: String(request.id) }, body: { status } });
  }
  return request;
}

/** A real picture, of one colour. */
export const picture = (format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png', size = 64): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#d08020' } })
    .toFormat(format)
    .toBuffer();

/** A signature as the web form sends it: a dark stroke on white, as a PNG data URL. */
export async function signature(): Promise<string> {
  const width = 400;
  const height = 160;
  const pixels = Buffer.alloc(width * height, 255);
  for (let x = 20; x < 380; x += 1) {
    const y = Math.round(80 + 50 * Math.sin(x / 30));
    for (let thickness = 0; thickness < 4; thickness += 1) pixels[(y + thickness) * width + x] = 0;
  }
  const png = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Sends a request with a photo to a product that runs as a process of its own, as a visitor does. */
export async function sendPhoto(url: string): Promise<void> {
  const form = new FormData();
  for (const [key, value] of Object.entries(submission())) form.append(key, value);
  form.append('images', new Blob([await picture('jpeg')]), 'pole.jpg');
  const answer = await fetch(`${url}/api/requests/create`, { method: 'POST', body: form });
  if (answer.status !== 201) throw new Error(`unexpected ${answer.status}: ${await answer.text()}`);
}
