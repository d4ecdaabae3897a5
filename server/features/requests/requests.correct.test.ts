import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, aRequest, type Person } from '#server/testing/factories.ts';
import { aSignedInUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await aSignedInUser(test, 'admin', 'Ada Admin');
});
afterAll(() => test.close());

const params = (request: { id: number }) => ({ id: String(request.id) });
const put = (request: { id: number }, body: object) =>
  admin.attempt(api.requests.update, { params: params(request), body });
const get = async (request: { id: number }) =>
  (await admin.call(api.requests.get, { params: params(request) })).request;
const eventsOf = (request: { id: number }) =>
  test.deps.db
    .selectFrom('audit_events')
    .select(['before', 'after'])
    .where('entity_id', '=', String(request.id))
    .where('action', '=', 'requests.update')
    .orderBy('id')
    .execute();

describe('correcting a request', () => {
  it('changes only the given fields, with one event of these fields', async () => {
    const request = await aRequest(test, { service_type: 'Repair', paymentAddress: '1 Billing Way' });
    const before = await get(request);
    const answer = await put(request, { title: ' Dark sign ', priority: 'high', customer_phone: '(407) 555-0199' });
    expect(answer.status).toBe(200);
    const after = await get(request);
    expect(answer.body.request).toEqual({ ...after, files: [] });
    expect(after).toEqual({
      ...before,
      title: 'Dark sign',
      priority: 'high',
      customer: { ...before.customer, phone: '(407) 555-0199' },
      changed_by: admin.id,
      history: [...before.history, expect.objectContaining({ change: 'details', by: 'Ada Admin' })],
      history_total: before.history_total + 1,
      updated_at: expect.any(String),
      version: 2,
    });
    expect(await eventsOf(request)).toEqual([
      {
        before: { title: before.title, priority: 'medium', customer_phone: before.customer.phone },
        after: { title: 'Dark sign', priority: 'high', customer_phone: '(407) 555-0199' },
      },
    ]);
  });

  it('stands in the timeline of staff with who and which fields, and the public page does not show it', async () => {
    const technician = await aSignedInUser(test, 'technician', 'Tess Tech');
    const request = await anAssignedRequest(test, admin, technician);
    const { history } = await get(request);
    const tracked = () => test.caller().call(api.requests.track, { params: { id: request.external_id } });
    const before = (await tracked()).request.timeline;
    await put(request, { title: 'Dark sign', customer_phone: '(407) 555-0199' });
    const corrected = { by: 'Ada Admin', change: 'details', from: null, to: null, at: expect.any(String) };
    const fields = expect.toSatisfy((names: string[]) => names.toSorted().join() === 'customer_phone,title');
    expect((await get(request)).history).toEqual([...history, { ...corrected, fields }]);
    const { request: own } = await technician.call(api.requests.get, { params: params(request) });
    expect(own.history.at(-1)).toMatchObject(corrected);
    expect((await tracked()).request.timeline).toEqual(before);
  });

  it('clears optional fields with null, and refuses null for the others', async () => {
    const request = await aRequest(test, { service_type: 'Repair', paymentAddress: '1 Billing Way' });
    expect((await put(request, { service_type: null, payment_address: null })).status).toBe(200);
    expect(await get(request)).toMatchObject({ service_type: null, customer: { payment_address: null } });
    for (const field of [
      'title',
      'description',
      'priority',
      'customer_name',
      'customer_email',
      'customer_phone',
      'customer_address',
    ]) {
      const answer = await put(request, { [field]: null });
      expect({ field, status: answer.status, details: answer.body.details?.map((detail) => detail.field) }).toEqual({
        field,
        status: 400,
        details: [field],
      });
    }
  });

  it('without a difference makes no event and no new version', async () => {
    const request = await aRequest(test);
    for (const body of [{}, { title: 'Dark parking lot' }, { priority: 'medium', version: 1 }]) {
      expect((await put(request, body)).body.request).toMatchObject({ version: 1 });
    }
    expect(await eventsOf(request)).toEqual([]);
  });

  it.each([
    ...[
      'id',
      'external_id',
      'status',
      'rating',
      'assigned_to',
      'customer_id',
      'created_at',
      'completed_at',
      'changed_by',
    ],
    ...['customer', 'notes', 'customer_notes', 'search_text', 'constructor'],
  ])('refuses %s', async (field) => {
    const request = await aRequest(test);
    const before = await get(request);
    const answer = await put(request, { title: 'Other', [field]: 1 });
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field, message: 'Unknown field' }]);
    expect(await get(request)).toEqual(before);
  });

  it('on an older version is refused with the name, the change and the time', async () => {
    const request = await aRequest(test);
    await put(request, { description: 'First', version: 1 });
    const late = await put(request, { description: 'Second', version: 1 });
    expect(late.status).toBe(409);
    expect(late.body.message).toMatch(
      /^Ada Admin changed the description on \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M\.$/,
    );
    expect((await put(request, { description: 'Second', version: 2 })).status).toBe(200);
  });

  it('does not change the name in the customer’s record or the tracking ID', async () => {
    const request = await aRequest(test, { customerEmail: 'rosa@customer.example' });
    await put(request, { customer_name: 'Rosa Renamed' });
    const { customers } = await admin.call(api.customers.list, { query: { search: 'rosa' } });
    expect(customers).toMatchObject([{ name: 'Dana Whitfield', email: 'rosa@customer.example' }]);
    expect((await get(request)).external_id).toBe(request.external_id);
  });
});

describe('the tracking figures', () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile';
  const desk = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
  const look = async (request: { external_id: string }, ip: string, agent: string, times: number) => {
    const visitor = test.caller(undefined, { ip, headers: { 'user-agent': agent } });
    for (let n = 0; n < times; n += 1) await visitor.call(api.requests.track, { params: { id: request.external_id } });
    await test.settled();
  };
  const figures = (request: { id: number }) => admin.call(api.requests.trackingStats, { params: params(request) });

  it('are zero before the first look-up', async () => {
    expect(await figures(await aRequest(test))).toEqual({
      stats: {
        totalTracks: 0,
        uniqueIPs: 0,
        firstTracked: null,
        lastTracked: null,
        deviceStats: { mobile: 0, tablet: 0, desktop: 0, unknown: 0 },
        wasTracked: false,
      },
      recentTracking: [],
    });
  });

  it('count every look-up, even beyond the hundred that are stored, and show the newest five', async () => {
    const request = await aRequest(test);
    await look(request, '203.0.113.1', phone, 130);
    await look(request, '203.0.113.2', desk, 3);
    await look(request, '203.0.113.1', '', 1);
    const { stats, recentTracking } = await figures(request);
    expect(stats).toMatchObject({
      totalTracks: 134,
      uniqueIPs: 2,
      deviceStats: { mobile: 130, tablet: 0, desktop: 3, unknown: 1 },
      wasTracked: true,
    });
    expect(Date.parse(stats.firstTracked ?? '')).toBeLessThanOrEqual(Date.parse(stats.lastTracked ?? ''));
    expect(recentTracking).toHaveLength(5);
    expect(recentTracking.slice(0, 3)).toMatchObject(
      Array(3).fill({ ip_address: '203.0.113.2', device_type: 'desktop' }),
    );
    const rows = await test.deps.db
      .selectFrom('request_views')
      .select('id')
      .where('request_id', '=', request.id)
      .execute();
    expect(rows).toHaveLength(103);
  });
});
