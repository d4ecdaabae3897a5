import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aClock } from '#server/testing/clock.ts';
import { anAssignedRequest, aRequest, as, type Person, picture, signature } from '#server/testing/factories.ts';
import { hasPoppler, readPdf } from '#server/testing/pdf.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const clock = aClock('2026-01-05T15:00:00Z');
const DAY = 24 * 60;
const GONE = 'This link does not open any more. Please ask us for a new one.';

let test: TestApp;
let admin: Person;
let technician: Person;
beforeAll(async () => {
  test = await testApp({ now: clock.now });
  admin = await as(test, 'admin', { name: 'Ada Admin' });
  technician = await as(test, 'technician', { name: 'Tina Tech' });
});
afterAll(() => test.close());

const idOf = ({ id }: { id: number }) => ({ params: { id: String(id) } });

/** A request that the technician has completed with these photos. */
async function completed(photos: readonly Buffer[] = [], fields: object = {}) {
  const request = await anAssignedRequest(test, admin, technician, 'in_progress');
  await technician.call(api.requests.updateWithFiles, {
    ...idOf(request),
    body: {
      status: 'completed',
      rating: 4,
      customer_notes: 'Bright again',
      notes: 'Replaced two ballasts',
      signature: await signature(),
      ...fields,
    },
    files: photos.map((bytes, at) => ({ name: `pole-${at + 1}.png`, bytes })),
  });
  return request;
}

/** The address of a link without its origin. */
const addressOf = (url: string) => url.slice(new URL(url).origin.length);
async function opened(url: string) {
  const { statusCode: status, headers, rawPayload } = await test.app.inject({ method: 'GET', url: addressOf(url) });
  const body = rawPayload;
  return { status, headers, body, message: status === 200 ? null : (JSON.parse(body.toString()).message as string) };
}
async function printed(who: Person, request: { id: number }) {
  const url = `/api/requests/${request.id}/work-order`;
  const answer = await test.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${who.token}` } });
  expect(answer.statusCode).toBe(200);
  return { headers: answer.headers, pdf: answer.rawPayload };
}
const linkOf = async (request: { id: number }) => (await admin.call(api.workOrders.createLink, idOf(request))).link;

describe.skipIf(!hasPoppler)('a printed work order (needs poppler-utils)', () => {
  it('shows the staff everything, as a tagged PDF with a figure for each picture', async () => {
    const request = await completed([await picture(), await picture('png', 200), await picture('png', 90)]);
    const { headers, pdf } = await printed(technician, request);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe(`inline; filename=work-order-${request.external_id}.pdf`);
    expect(headers['cache-control']).toBe('no-store');
    const { text, ...shown } = await readPdf(pdf);
    expect(shown).toMatchObject({ isTagged: true, pictures: 4, figures: 4 });
    // No page is blank.
    for (const ink of shown.ink) expect(ink).toBeGreaterThan(0.002);
    for (const part of [
      request.external_id,
      'Dark parking lot',
      'Four of nine poles have been out since Friday.',
      'Dana Whitfield',
      '88 Sample Street, Orlando, FL 32801',
      'Tina Tech',
      'Rating 4 of 5',
      'Bright again',
      'Replaced two ballasts',
      'pole-3.png',
      // The business's time, five hours behind.
      'Printed Jan 5, 2026, 10:00 AM',
      'recorded by Tina Tech',
      'Ada Admin',
      'Status: Completed',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('has photos of a phone side by side, four in a row', async () => {
    const photo = (nth: number) =>
      sharp({ create: { width: 90, height: 120, channels: 3, background: { r: 30 * nth, g: 90, b: 90 } } })
        .png()
        .toBuffer();
    const request = await completed(await Promise.all(Array.from({ length: 8 }, (_, nth) => photo(nth))));
    const { ink, pictures } = await readPdf((await printed(technician, request)).pdf);
    expect(pictures).toBe(9);
    expect(ink).toHaveLength(2);
  });

  it('shows the customer neither notes nor the names of the office', async () => {
    const request = await completed([await picture()]);
    const { status, body } = await opened((await linkOf(request)).url);
    expect(status).toBe(200);
    const { text, pictures } = await readPdf(body);
    expect(pictures).toBe(2);
    expect(text).toContain('Bright again');
    expect(text).toContain('Tina Tech');
    for (const part of ['Replaced two ballasts', 'Ada Admin', 'Notes']) expect(text).not.toContain(part);
  });

  it('says when the customer signed by typing the name', async () => {
    const request = await completed([], { signature_kind: 'typed', signed_name: 'Dana Whitfield' });
    const { text } = await readPdf((await printed(admin, request)).pdf);
    expect(text).toContain('Dana Whitfield signed by typing the name on ');
  });

  it('shows hostile text as text', async () => {
    const markup = '#panic("x") $ #read("/etc/passwd") *bold* <label> @cite \\ // /* [';
    const odd = '\u202eevil\u0007\u{10fffd} 电灯';
    const request = await aRequest(test, {
      title: markup,
      description: `${odd}\n${'W'.repeat(400)}`,
      customerName: `Ra${odd}`,
    });
    const { pdf } = await printed(admin, request);
    const { text, isTagged } = await readPdf(pdf);
    expect(isTagged).toBe(true);
    expect(text).toContain('#panic("x") $ #read("/etc/passwd") *bold* <label> @cite \\ // /* [');
    // A character that no font has is shown as a mark, and nothing else is lost.
    expect(text).toContain('evil\ufffd');
    expect(text.match(/W/g)?.length).toBeGreaterThanOrEqual(400);
    expect(text).not.toContain('\u202e');
  });

  it('shows names of every script that the product has a typeface for, and emoji', async () => {
    const names = 'Nguyễn Щёлокова Παπαδόπουλος शर्मा محمد שלום 电灯 臺灣 たろう 김철수 💡 👩‍🔧 👍🏽'.split(' ');
    const request = await aRequest(test, { customerName: '劉德華', title: 'Їжакевич', description: names.join('\n') });
    const { text, typefaces } = await readPdf((await printed(admin, request)).pdf);
    for (const shown of ['劉德華', 'Їжакевич', ...names]) expect(text).toContain(shown);
    // None of the system's: a server may have none.
    expect(typefaces).toEqual([
      'ChocolateClassicalSans',
      'Figtree',
      'GowunDodum',
      'NotoEmoji',
      'NotoSans',
      'NotoSansArabic',
      'NotoSansHebrew',
    ]);
  });

  it('with twelve photos of a camera is small enough for a mail', async () => {
    const raw = { width: 3_000, height: 2_200, channels: 3 } as const;
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const pixels = await sharp({ create: { ...raw, background: '#888', noise } })
      .raw()
      .toBuffer();
    // Each is a little brighter than the one before, because a PDF holds equal pictures once.
    const photo = (nth: number) => sharp(pixels, { raw }).linear(1, nth).jpeg({ quality: 60 }).toBuffer();
    const request = await anAssignedRequest(test, admin, technician, 'in_progress');
    for (let call = 0; call < 2; call += 1) {
      const files = await Promise.all(Array.from({ length: 6 }, (_, at) => photo(call * 6 + at)));
      await technician.call(api.requests.updateWithFiles, {
        ...idOf(request),
        body: { status: 'in_progress' },
        files: files.map((bytes, at) => ({ name: `pole-${at}.jpg`, bytes })),
      });
    }
    const { pdf } = await printed(admin, request);
    expect(pdf.length).toBeLessThan(5_000_000);
    expect(pdf.length).toBeGreaterThan(500_000);
    expect((await readPdf(pdf)).pictures).toBe(12);
  });

  it('is printed without a photo that the disk has lost', async () => {
    const request = await completed([await picture(), await picture()]);
    const { files } = (await admin.call(api.requests.get, idOf(request))).request;
    await test.deps.files.discard(files[0]?.id ?? '', '2026-01-05');
    const { text, pictures } = await readPdf((await printed(admin, request)).pdf);
    expect(pictures).toBe(2);
    expect(text).toContain('Other files');
  });
});

describe("a customer's link", () => {
  it('opens for 30 days, then not', async () => {
    const request = await completed();
    const { url, expires_at } = await linkOf(request);
    expect(expires_at).toBe(new Date(clock.now().getTime() + 30 * DAY * 60_000).toISOString());
    expect((await admin.call(api.workOrders.link, idOf(request))).link).toMatchObject({ expires_at });
    clock.forward(30 * DAY - 1);
    expect((await opened(url)).status).toBe(200);
    clock.forward(1);
    expect(await opened(url)).toMatchObject({ status: 403, message: GONE });
    // The sessions are over as well.
    admin = await as(test, 'admin', { name: 'Ada Admin' });
    technician = await as(test, 'technician', { name: 'Tina Tech' });
    expect(await admin.call(api.workOrders.link, idOf(request))).toEqual({ link: null });
  });

  it('is ended by the office, and another one can be made', async () => {
    const request = await completed();
    const [first, second] = [await linkOf(request), await linkOf(request)];
    await admin.call(api.workOrders.revokeLink, idOf(request));
    for (const { url } of [first, second]) expect(await opened(url)).toMatchObject({ status: 403, message: GONE });
    expect(await admin.call(api.workOrders.link, idOf(request))).toEqual({ link: null });
    expect((await opened((await linkOf(request)).url)).status).toBe(200);
  });

  it('is made by the completion', async () => {
    const request = await completed();
    const { link } = await admin.call(api.workOrders.link, idOf(request));
    expect((await opened(link?.url ?? '')).status).toBe(200);
  });

  it('does not open while the request is not completed', async () => {
    const request = await completed();
    const { url } = await linkOf(request);
    await admin.call(api.requests.changeStatus, { ...idOf(request), body: { status: 'in_progress' } });
    expect(await opened(url)).toMatchObject({ status: 403, message: GONE });
    const refused = await admin.attempt(api.workOrders.createLink, idOf(request));
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'conflict', message: 'Only a completed request has a link for its customer.' },
    });
  });

  it.each([
    ['another signature', (url: string) => url.replace(/sig=(.)/, (_, first) => `sig=${first === 'A' ? 'B' : 'A'}`)],
    ['no signature', (url: string) => url.replace(/\?.*/, '')],
    ['two signatures', (url: string) => `${url}&sig=a`],
    ['an id that is none', (url: string) => url.replace(/work-orders\/[^?]+/, 'work-orders/1')],
    ['an id in capitals', (url: string) => url.replace(/work-orders\/[^?]+/, (id) => id.toUpperCase())],
  ])('with %s does not open', async (_, altered) => {
    const { url } = await linkOf(await completed());
    expect([403, 404]).toContain((await opened(altered(url))).status);
  });

  it('that has ended is a page for the person who follows it', async () => {
    const request = await completed();
    const { url } = await linkOf(request);
    await admin.call(api.workOrders.revokeLink, idOf(request));
    const headers = { 'sec-fetch-dest': 'document' };
    const page = await test.app.inject({ method: 'GET', url: addressOf(url), headers });
    expect(page.statusCode).toBe(403);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain(`<h1>${GONE}</h1>`);
    expect(page.body).toContain('href="/contact"');
  });

  it('is not needed to know where a request stands, and a tracking ID opens no work order', async () => {
    const request = await completed();
    expect((await opened(`http://x.example/api/work-orders/${request.external_id}`)).status).toBe(403);
  });
});
