import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { anAssignedRequest, aRequest, as, picture } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-03-02T13:00:00Z');
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36';
const ANDROID_TABLET = 'Mozilla/5.0 (Linux; Android 15; SM-X910) AppleWebKit/537.36 Chrome/130 Safari/537.36';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15';

let test: TestApp;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
});
afterAll(() => test.close());

const track = (id: string, query: object = {}) => test.caller().attempt(api.requests.track, { params: { id }, query });
const look = (id: string, userAgent: string, ip = '203.0.113.7') =>
  test.app.inject({
    method: 'GET',
    url: `/api/requests/track/${id}`,
    headers: { 'user-agent': userAgent },
    remoteAddress: ip,
  });
async function viewsOf(request: { id: number }) {
  await test.settled();
  return test.deps.db
    .selectFrom('request_views')
    .selectAll()
    .where('request_id', '=', request.id)
    .orderBy('id')
    .execute();
}

describe('tracking', () => {
  it('shows only the public fields of a request that has every field', async () => {
    const admin = await as(test, 'admin', { name: 'Office Olive' });
    const technician = await as(test, 'technician', { name: 'Tina Technician' });
    const request = await aRequest(test, { paymentAddress: 'PO Box 99' }, [
      { name: 'secret.png', bytes: await picture() },
    ]);
    const params = { id: String(request.id) };
    clock.forward(1);
    await admin.call(api.requests.assign, { params, body: { technician_id: technician.id, notes: 'Ladder needed' } });
    clock.forward(1);
    await admin.call(api.requests.changeStatus, { params, body: { status: 'completed', notes: 'Gate code 4711' } });
    const answer = await track(request.external_id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      request: {
        external_id: request.external_id,
        title: 'Dark parking lot',
        status: 'completed',
        priority: 'medium',
        created_at: '2026-03-02T13:00:00.000Z',
        updated_at: '2026-03-02T13:02:00.000Z',
        completed_at: '2026-03-02T13:02:00.000Z',
        timeline: [
          { status: 'pending', at: '2026-03-02T13:00:00.000Z' },
          { status: 'assigned', at: '2026-03-02T13:01:00.000Z' },
          { status: 'completed', at: '2026-03-02T13:02:00.000Z' },
        ],
      },
    });
    expect(answer.text).not.toMatch(/Dana|whitfield|555|Sample|PO Box|Tina|Olive|Ladder|4711|secret|files/i);
  });

  it('shows no step that the office has undone', async () => {
    const admin = await as(test, 'admin');
    const { id, external_id } = await aRequest(test);
    clock.forward(1);
    const { done } = await admin.call(api.requests.changeStatusOfMany, {
      body: { requests: [{ id, version: 1 }], status: 'cancelled' },
    });
    clock.forward(1);
    const before = { assigned_to: null, status: 'pending' as const };
    await admin.call(api.requests.restoreMany, { body: { requests: done.map((one) => ({ ...one, ...before })) } });
    const { request } = await test.caller().call(api.requests.track, { params: { id: external_id }, query: {} });
    expect(request.timeline).toEqual([{ status: 'pending', at: request.created_at }]);
  });

  it('ignores case and blanks around the ID', async () => {
    const { external_id } = await aRequest(test);
    for (const id of [external_id.toLowerCase(), ` ${external_id} `]) {
      expect((await track(id)).body.request).toMatchObject({ external_id });
    }
  });

  it.each([
    ['without REQ-', (id: string) => id.slice(4)],
    ['without REQ-, in lower case', (id: string) => id.slice(4).toLowerCase()],
    ['without hyphens', (id: string) => id.replaceAll('-', '')],
    ['without both, in lower case', (id: string) => id.slice(4).replaceAll('-', '').toLowerCase()],
    ['with blanks for hyphens', (id: string) => encodeURIComponent(id.replaceAll('-', ' '))],
  ])('accepts the ID %s', async (_, written) => {
    const { external_id } = await aRequest(test);
    const answer = await look(written(external_id), MAC);
    expect([answer.statusCode, answer.json().request?.external_id]).toEqual([200, external_id]);
  });

  it('gives the same answer for every unknown ID', async () => {
    const { external_id } = await aRequest(test);
    const near = external_id.slice(0, -1) + (external_id.endsWith('A') ? 'B' : 'A');
    for (const id of ['REQ-ZZZZZZZZZ-ZZZZZ', near]) {
      const { status, body } = await track(id);
      expect({ ...body, status, request_id: '' }).toEqual({
        status: 404,
        error: 'not_found',
        message: 'No request found with this tracking ID',
        request_id: '',
      });
    }
  });

  it.each(['1', 'REQ-', 'REQ-AAAA-AAAAA', "REQ-AAAAAAAAA-AAAA'", 'REQ-AAAAAAAAA-AAAAA\u0000', '%', 'x'.repeat(90)])(
    'refuses a text that is no tracking ID (%#)',
    async (id) => {
      const answer = await track(id);
      expect(answer.status).toBe(400);
      expect(answer.body.message).toBe('Please enter a tracking ID like REQ-XXXXXXXXX-XXXXX');
    },
  );

  it('stores a view with time, address and device, but not for the page’s own refresh or an unknown ID', async () => {
    const request = await aRequest(test);
    await look(request.external_id, IPHONE);
    await track(request.external_id, { refresh: '1' });
    await track('REQ-ZZZZZZZZZ-ZZZZZ');
    expect((await track(request.external_id, { refresh: '0' })).status).toBe(400);
    expect(await viewsOf(request)).toEqual([
      {
        id: expect.any(String),
        request_id: request.id,
        device_type: 'mobile',
        ip_address: '203.0.113.7',
        tracked_at: clock.now(),
      },
    ]);
  });

  it.each([
    [IPHONE, 'mobile'],
    [ANDROID, 'mobile'],
    [IPAD, 'tablet'],
    [ANDROID_TABLET, 'tablet'],
    [MAC, 'desktop'],
    ['curl/8.9.1', 'unknown'],
    ['', 'unknown'],
    [`${'x'.repeat(5000)}${IPHONE}`, 'unknown'],
    ['"><script>\u00ff', 'unknown'],
  ])('recognises the device (%#)', async (userAgent, device) => {
    const request = await aRequest(test);
    await look(request.external_id, userAgent);
    expect((await viewsOf(request)).map(({ device_type }) => device_type)).toEqual([device]);
  });

  it('stores at most 100 views per request, address and day', async () => {
    const [request, other] = [await aRequest(test), await aRequest(test)];
    for (let i = 0; i < 60; i += 1) await look(request.external_id, MAC);
    expect(await viewsOf(request)).toHaveLength(60);
    for (let i = 0; i < 70; i += 1) await look(request.external_id, MAC);
    await look(request.external_id, MAC, '203.0.113.8');
    await look(other.external_id, MAC);
    expect(await viewsOf(request)).toHaveLength(101);
    expect(await viewsOf(other)).toHaveLength(1);
    clock.forward(24 * 60);
    await look(request.external_id, MAC);
    expect(await viewsOf(request)).toHaveLength(102);
  });

  it('ignores a forwarded address', async () => {
    const request = await aRequest(test);
    const headers = { 'x-forwarded-for': '198.51.100.1', forwarded: 'for=198.51.100.1', 'x-real-ip': '198.51.100.1' };
    await test.app.inject({ method: 'GET', url: `/api/requests/track/${request.external_id}`, headers });
    expect((await viewsOf(request)).map(({ ip_address }) => ip_address)).toEqual(['127.0.0.1']);
  });

  it('of a reopened request shows no completion time', async () => {
    const admin = await as(test, 'admin');
    const request = await anAssignedRequest(test, admin, await as(test, 'technician'), 'completed');
    expect((await track(request.external_id)).body.request).toMatchObject({ completed_at: clock.now().toISOString() });
    await admin.call(api.requests.changeStatus, {
      params: { id: String(request.id) },
      body: { status: 'in_progress' },
    });
    const again = (await track(request.external_id)).body.request as {
      completed_at: unknown;
      timeline: { status: string }[];
    };
    expect(again.completed_at).toBeNull();
    expect(again.timeline.map(({ status }) => status)).toEqual(['pending', 'assigned', 'completed', 'in_progress']);
  });
});
