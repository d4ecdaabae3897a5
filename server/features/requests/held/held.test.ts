import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { plain, sentenceOf } from '#contract/texts/audit-sentence.ts';
import { aClock } from '#server/testing/clock.ts';
import { aRequest, as, type Person, picture, submission } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-03-02T13:00:00Z');
let test: TestApp;
let admin: Person;
let auditor: Person;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  [admin, auditor] = [await as(test, 'admin', { name: 'Ada' }), await as(test, 'auditor')];
});
afterAll(() => test.close());

const WEBSITE = 'https://whitfield.example';
type Sent = { fields?: object; files?: { name: string; bytes: Buffer }[]; idempotencyKey?: string };
const send = ({ fields = {}, ...more }: Sent = {}) =>
  test.caller().call(api.requests.create, { body: submission({ website: WEBSITE, ...fields }), ...more });
const track = (id: string) => test.caller().attempt(api.requests.track, { params: { id } });
const held = async (who = admin) => (await who.call(api.heldRequests.list, { query: {} })).held;

describe('a request with something in the hidden field', () => {
  it('is held with its content and its files', async () => {
    const files = [{ name: 'pole.png', bytes: await picture() }];
    const fields = { paymentAddress: 'PO Box 9', service_type: 'Repairs', priority: 'Emergency' };
    const { request } = await send({ fields, files });
    for (const who of [admin, auditor]) {
      expect((await held(who))[0]).toEqual({
        id: expect.any(Number),
        external_id: request.external_id,
        title: 'Dark parking lot',
        service_type: 'Repairs',
        description: 'Four of nine poles have been out since Friday.',
        customer_name: 'Dana Whitfield',
        customer_email: 'dana@whitfield.example',
        customer_phone: '(407) 555-0111',
        customer_address: '88 Sample Street, Orlando, FL 32801',
        payment_address: 'PO Box 9',
        priority: 'urgent',
        hidden_text: WEBSITE,
        created_at: '2026-03-02T13:00:00.000Z',
        files: [expect.objectContaining({ file_name: 'pole.png', uploader: null })],
      });
    }
    const photo = (await held())[0]?.files[0]?.file_path ?? '';
    expect((await test.app.inject({ url: photo })).statusCode).toBe(200);
  });

  it('is answered and tracked as every other', async () => {
    const body = submission({ title: 'Flicker' });
    const answers = await Promise.all(
      [body, { ...body, website: WEBSITE }].map((one) => test.caller().attempt(api.requests.create, { body: one })),
    );
    const tracked = [];
    for (const answer of answers) {
      const { external_id } = answer.body.request as { external_id: string };
      expect(answer.status).toBe(201);
      expect(external_id).toMatch(/^REQ-[A-Z0-9]{9}-[A-Z0-9]{5}$/);
      expect(Object.keys(answer.body.request as object)).toEqual(['external_id']);
      const { status, headers, text } = await track(external_id);
      const { date: _, 'x-request-id': __, ...others } = headers;
      tracked.push({ status, headers: others, text: text.replaceAll(external_id, 'ID') });
      // The page's own refresh finds it as well.
      const refresh = { params: { id: external_id }, query: { refresh: '1' } };
      expect((await test.caller().attempt(api.requests.track, refresh)).status).toBe(200);
    }
    expect(tracked[1]).toEqual(tracked[0]);
    expect(tracked[0]).toMatchObject({ status: 200 });
  });

  it('is held once for an Idempotency-Key', async () => {
    const idempotencyKey = randomUUID();
    const files = [{ name: 'pole.png', bytes: await picture() }];
    const [before, first] = [(await held()).length, await send({ idempotencyKey, files })];
    expect(await send({ idempotencyKey, files })).toEqual(first);
    expect((await held()).length).toBe(before + 1);
    const other = { body: submission({ website: WEBSITE, title: 'Another' }), idempotencyKey };
    expect((await test.caller().attempt(api.requests.create, other)).status).toBe(409);
    const visible = { body: submission(), idempotencyKey };
    expect((await test.caller().attempt(api.requests.create, visible)).status).toBe(409);
  });

  it('is refused for its other fields and files as every other', async () => {
    const before = (await held()).length;
    const body = submission({ website: WEBSITE });
    const untitled = await test.caller().attempt(api.requests.create, { body: { ...body, title: ' ' } });
    expect(untitled).toMatchObject({ status: 400, body: { message: 'Title is required' } });
    const files = [{ name: 'pole.png', bytes: Buffer.from('no picture') }];
    const unreadable = await test.caller().attempt(api.requests.create, { body, files });
    expect(unreadable).toMatchObject({ status: 400, body: { details: [{ field: 'images' }] } });
    expect((await held()).length).toBe(before);
  });

  it('is a usual request when there are only spaces', async () => {
    const before = (await held()).length;
    await send({ fields: { website: '   ', title: 'Only spaces' } });
    expect((await held()).length).toBe(before);
    const { matched } = await admin.call(api.requests.list, { query: { search: 'Only spaces' } });
    expect(matched).toBe(1);
  });

  it('shares no tracking ID with a request', async () => {
    const ids = ['REQ-AAAAAAAAA-AAAAA', 'REQ-BBBBBBBBB-BBBBB', 'REQ-CCCCCCCCC-CCCCC', 'REQ-DDDDDDDDD-DDDDD'];
    const own = test.deps.newTrackingId;
    const given = [ids[0], ids[0], ids[1], ids[1], ids[2], ids[2], ids[3]];
    test.deps.newTrackingId = () => given.shift() ?? own();
    const sent = [await send(), await aRequest(test), await send(), await aRequest(test)];
    test.deps.newTrackingId = own;
    expect(sent.map((one) => ('request' in one ? one.request : one).external_id)).toEqual(ids);
  });

  it('is in no count, list, report, export and search, and nobody is notified', async () => {
    const unusual = { title: 'Zebra crossing lamp', customerEmail: 'zoe@zebra.example', customerName: 'Zoe Zebra' };
    const before = await everythingElse();
    await send({ fields: unusual });
    expect(await everythingElse()).toEqual(before);
    const search = 'Zebra';
    expect((await admin.call(api.requests.list, { query: { search } })).matched).toBe(0);
    expect((await admin.call(api.customers.list, { query: { search } })).matched).toBe(0);
    // The same request without the hidden field changes all of it.
    await aRequest(test, unusual);
    const after = await everythingElse();
    for (const [what, value] of Object.entries(before)) expect([what, after[what]]).not.toEqual([what, value]);
  });

  it('leaves an entry in the trail, in words', async () => {
    const { request } = await send();
    const { entries } = await auditor.call(api.audit.list, { query: { action: 'requests.hold' } });
    expect(entries[0]).toMatchObject({
      actor: { id: null },
      entity: 'held_request',
      after: { external_id: request.external_id, hidden_text: WEBSITE },
    });
    expect(entries[0] && plain(sentenceOf(entries[0], new Map()))).toBe(
      `sent request ${request.external_id}, which is held because of its hidden field`,
    );
  });
});

/** What the office, the reports and the outbox have of requests and their customers. */
async function everythingElse(): Promise<Record<string, unknown>> {
  await test.settled();
  const { rows } = await sql<{ table: string; n: number }>`
    select 'requests' as table, count(*)::int as n from requests
    union all select 'customers', count(*)::int from customers
    union all select 'status changes', count(*)::int from request_status_changes
    union all select 'counts', sum(n)::int from row_counts
    union all select 'emails', count(*)::int from mail_outbox
    union all select 'notifications', count(*)::int from notifications`.execute(test.deps.db);
  return {
    ...Object.fromEntries(rows.map(({ table, n }) => [table, n])),
    list: (await admin.call(api.requests.list, { query: {} })).total,
    stats: await admin.call(api.requests.stats, {}),
    report: await admin.call(api.reports.report, { query: {} }),
    customerList: (await admin.call(api.customers.list, { query: {} })).total,
    csv: (await admin.attempt(api.requests.export, { query: {} })).text.split('\n').length,
  };
}

describe('the list of held requests', () => {
  it('is paged, newest first, and counted', async () => {
    for (const title of ['Older', 'Newer']) {
      clock.forward(1);
      await send({ fields: { title } });
    }
    const { count } = await auditor.call(api.heldRequests.count, {});
    const pages = [1, 2].map((page) =>
      admin.call(api.heldRequests.list, { query: { limit: '1', page: String(page) } as never }),
    );
    const [first, second] = await Promise.all(pages);
    expect([first?.held[0]?.title, second?.held[0]?.title]).toEqual(['Newer', 'Older']);
    expect(first).toMatchObject({ matched: count, total: count, page: 1, limit: 1, more_match: false });
    expect((await admin.attempt(api.heldRequests.list, { query: { page: 'x' } })).status).toBe(400);
  });
});
