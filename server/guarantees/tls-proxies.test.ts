import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { fileTexts } from '#contract/words/files.ts';
import { withTextChunk } from '../testing/bytes.ts';
import { databaseSettings } from '../testing/databases.ts';
import { type Person, picture, submission } from '../testing/factories.ts';
import { newFastFolder } from '../testing/fast-folder.ts';
import { follow } from '../testing/live.ts';
import { aSignedInUser } from '../testing/people.ts';
import { startApp } from '../testing/programs/process.ts';
import { missingProxy, startTlsProxy, type TlsProxyName } from '../testing/programs/web-proxies.ts';
import { type TestApp, testApp } from '../testing/test-app.ts';

const MEGABYTE = 1024 * 1024;

describe.each<TlsProxyName>(['nginx', 'caddy'])('%s with the settings of deploy/', (name) => {
  const missing = missingProxy(name);
  // biome-ignore lint/suspicious/noConsole: a test that is skipped says why.
  if (missing) console.warn(`skipped: ${missing}`);

  let test: TestApp;
  let proxy: { url: string; stop(): Promise<void> } | undefined;
  let office: Person;
  let folder: string;
  beforeAll(async () => {
    if (missing) return;
    folder = await newFastFolder(`switchboard-${name}-`);
    test = await testApp();
    const { url } = await startApp({
      ...databaseSettings(test.shared.database),
      DATA_DIR: test.shared.folder,
      TRUSTED_PROXIES: '127.0.0.1',
    });
    proxy = await startTlsProxy(name, url, folder);
    office = await aSignedInUser(test, 'admin');
  });
  afterAll(async () => {
    if (missing) return;
    await proxy?.stop();
    await test.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sends a request with photos of these sizes, in bytes. */
  async function send(sizes: readonly number[], headers: Record<string, string> = {}) {
    const form = new FormData();
    for (const [key, value] of Object.entries(submission())) form.append(key, value);
    const png = await picture();
    for (const [nth, size] of sizes.entries())
      form.append('images', new Blob([withTextChunk(png, 'x'.repeat(size))]), `pole-${nth}.png`);
    const answer = await fetch(`${proxy?.url}/api/requests/create`, { method: 'POST', body: form, headers });
    return { status: answer.status, body: (await answer.json()) as { request?: { external_id: string } } };
  }
  const findRequest = ({ request }: Awaited<ReturnType<typeof send>>['body']) =>
    test.deps.db
      .selectFrom('requests')
      .select('id')
      .where('external_id', '=', request?.external_id ?? '')
      .executeTakeFirstOrThrow();

  it.skipIf(missing)('takes three photos of four megabytes each, and serves them to the office', async () => {
    const { status, body } = await send([4 * MEGABYTE, 4 * MEGABYTE, 4 * MEGABYTE]);
    expect(status).toBe(201);
    const { id } = await findRequest(body);
    const { request } = await office.call(api.requests.get, { params: { id: String(id) } });
    expect(request.files).toHaveLength(3);
    const served = await fetch(`${proxy?.url}${request.files[0]?.file_path}`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it.skipIf(missing)('leaves it to the product to refuse a photo that is too large, in its words', async () => {
    const { status, body } = await send([6 * MEGABYTE]);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(fileTexts.tooLarge);
  });

  it.skipIf(missing)('tells the product who calls, whatever the caller says', async () => {
    const { body } = await send([], { 'x-forwarded-for': '203.0.113.7' });
    const { id } = await findRequest(body);
    const entries = await test.deps.db
      .selectFrom('audit_events')
      .select('ip')
      .where('entity', '=', 'request')
      .where('entity_id', '=', String(id))
      .execute();
    expect(entries.map(({ ip }) => ip)).toEqual(['127.0.0.1']);
  });

  it.skipIf(missing)('passes live updates on as they come', async () => {
    const stream = await follow(proxy?.url ?? '', office.token ?? '');
    const { body } = await send([]);
    const { id } = await findRequest(body);
    await stream.hears({ topic: 'request', id });
    await stream.leave();
  });
});
