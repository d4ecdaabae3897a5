import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aRequest, as, type Person, submission } from '#server/testing/factories.ts';
import { fields, rawForm, send } from '#server/testing/raw-form.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
});
afterAll(() => test.close());

const submit = (change: object = {}) => test.caller().attempt(api.requests.create, { body: submission(change) });
const rows = async () => (await test.deps.db.selectFrom('requests').select('id').execute()).length;
const customer = (email: string) =>
  test.deps.db.selectFrom('customers').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const detail = async (request: { id: number }) =>
  (await admin.call(api.requests.get, { params: { id: String(request.id) } })).request;

const texts = ['customerName', 'customerEmail', 'customerPhone', 'customerAddress', 'title', 'description'] as const;
const required: [field: string, message: string][] = [
  ['customerName', 'Name is required'],
  ['customerEmail', 'Email is required'],
  ['customerPhone', 'Phone is required'],
  ['customerAddress', 'Service address is required'],
  ['title', 'Title is required'],
  ['description', 'Description is required'],
];

describe('a submission', () => {
  it('is stored as pending and unassigned with all its fields, and the answer has only the tracking ID', async () => {
    const answer = await submit({ paymentAddress: ' PO Box 1 ', service_type: 'Pole lights' });
    expect(answer.status).toBe(201);
    const { external_id } = answer.body.request as { external_id: string };
    expect(answer.body).toEqual({ request: { external_id } });
    expect(external_id).toMatch(/^REQ-[A-Z0-9]{9}-[A-Z0-9]{5}$/);
    const { requests } = await admin.call(api.requests.list, { query: { search: external_id } });
    expect(await detail({ id: requests[0]?.id ?? 0 })).toMatchObject({
      external_id,
      status: 'pending',
      priority: 'medium',
      title: 'Dark parking lot',
      description: 'Four of nine poles have been out since Friday.',
      service_type: 'Pole lights',
      assigned_to: null,
      assignedTechnician: null,
      completed_at: null,
      rating: null,
      notes: '',
      files: [],
      signature: null,
      customer: {
        name: 'Dana Whitfield',
        email: 'dana@whitfield.example',
        phone: '(407) 555-0111',
        address: '88 Sample Street, Orlando, FL 32801',
        payment_address: 'PO Box 1',
      },
    });
  });

  it.each(required)('without %s is refused with its text, as JSON and as a form', async (field, message) => {
    const before = await rows();
    for (const value of [undefined, '', ' \n\t '])
      expect((await submit({ [field]: value })).body).toMatchObject({ message, details: [{ field, message }] });
    const { [field]: _, ...rest } = submission() as Record<string, unknown>;
    const form = await send(test, api.requests.create, rawForm(fields(rest)));
    expect(form).toMatchObject({ status: 400, body: { message, error: 'validation_failed' } });
    expect(await rows()).toBe(before);
  });

  it('without a priority gets medium, as JSON and as a form', async () => {
    const { priority: _, ...rest } = submission();
    const answers = [
      await submit({ priority: undefined }),
      await send(test, api.requests.create, rawForm(fields(rest))),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(201);
      const { external_id } = body.request as { external_id: string };
      const { requests } = await admin.call(api.requests.list, { query: { search: external_id } });
      expect(requests[0]?.priority).toBe('medium');
    }
  });

  it.each([
    ['customerEmail', 'dana', 'Please enter a valid email'],
    ['customerEmail', 'd ana@x.example', 'Please enter a valid email'],
    ['priority', 'high', 'Please choose low, medium or Emergency'],
    ['priority', '', 'Please choose low, medium or Emergency'],
    ['title', 'x'.repeat(151), 'Must be at most 150 characters'],
    ['description', 'x'.repeat(5001), 'Must be at most 5000 characters'],
    ['paymentAddress', 'x'.repeat(301), 'Must be at most 300 characters'],
    ['customerName', ['Dana'], 'Name is required'],
    ['title', { a: 1 }, 'Title is required'],
  ])('with a wrong %s is refused (%#)', async (field, value, message) => {
    expect((await submit({ [field]: value })).body).toMatchObject({ message, details: [{ field, message }] });
  });

  it.each(['status', 'rating', 'assigned_to', 'external_id', 'id', 'created_at', 'customer_id', 'notes'])(
    'may not set %s',
    async (field) => {
      const before = await rows();
      for (const answer of [
        await submit({ [field]: 1 }),
        await send(test, api.requests.create, rawForm(fields(submission({ [field]: 1 })))),
      ]) {
        expect(answer.status).toBe(400);
        expect(answer.body.details).toEqual([{ field, message: 'Unknown field' }]);
      }
      expect(await rows()).toBe(before);
    },
  );

  it.each([
    ['Emergency', 'urgent'],
    ['emergency', 'urgent'],
    ['EMERGENCY', 'urgent'],
    ['eMeRgEnCy', 'urgent'],
    ['Low', 'low'],
    ['medium', 'medium'],
  ])('of priority %s is stored as %s', async (priority, stored) => {
    expect((await detail(await aRequest(test, { priority }))).priority).toBe(stored);
  });

  it('with a blank payment address has none, which means the service address', async () => {
    expect((await detail(await aRequest(test, { paymentAddress: '  ' }))).customer.payment_address).toBeNull();
  });

  it('is stored in NFC from any normal form', async () => {
    const request = await aRequest(test, { customerName: 'Zoe\u0301', title: 'A\u030angstrom \u{1F4A1}' });
    expect(await detail(request)).toMatchObject({ title: 'Ångstrom 💡', customer: { name: 'Zoé' } });
  });

  it.each([...texts, 'paymentAddress', 'service_type', 'priority'])(
    'with unstorable text in %s is 400',
    async (field) => {
      const before = await rows();
      for (const value of ['a\u0000b@c.example', '\ud800a@c.example', 'a@c.example\udfff', '\udc00\ud800']) {
        const answer = await submit({ [field]: value });
        expect(answer.status).toBe(400);
        expect(answer.body.details?.map((problem) => problem.field)).toEqual([field]);
      }
      const form = await send(
        test,
        api.requests.create,
        rawForm(fields(submission({ [field]: 'a\u0000b@c.example' }))),
      );
      expect(form.status).toBe(400);
      expect(await rows()).toBe(before);
    },
  );
});

describe('the customer of a submission', () => {
  it('is one per e-mail address, is never overwritten, and gets missing details', async () => {
    const customerEmail = 'one@customer.example';
    await aRequest(test, { customerEmail });
    const first = await customer(customerEmail);
    expect(first.payment_address).toBeNull();
    const stranger = {
      customerName: 'Mallory',
      customerPhone: '1',
      customerAddress: 'Elsewhere',
      paymentAddress: 'PO Box 7',
    };
    const second = await aRequest(test, { ...stranger, customerEmail: 'ONE@Customer.Example' });
    expect(await customer(customerEmail)).toEqual({ ...first, payment_address: 'PO Box 7' });
    await aRequest(test, { ...stranger, customerEmail, paymentAddress: 'PO Box 8' });
    expect((await customer(customerEmail)).payment_address).toBe('PO Box 7');
    // The request keeps the details of its own form.
    expect((await detail(second)).customer).toMatchObject({
      name: 'Mallory',
      address: 'Elsewhere',
      email: customerEmail,
    });
  });

  it('is one when ten forms arrive at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => submit({ customerEmail: 'ten@customer.example' })),
    );
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    await expect(customer('ten@customer.example')).resolves.toMatchObject({ name: 'Dana Whitfield' });
  });
});

describe('the tracking ID', () => {
  it('is drawn again when it is already in use, and the answer is 201', async () => {
    const draws = [
      'REQ-AAAAAAAAA-AAAAA',
      'REQ-AAAAAAAAA-AAAAA',
      'REQ-AAAAAAAAA-AAAAA',
      'REQ-AAAAAAAAA-AAAAA',
      'REQ-BBBBBBBBB-BBBBB',
    ];
    const own = await testApp({ newTrackingId: () => draws.shift() ?? '' });
    try {
      expect((await aRequest(own)).external_id).toBe('REQ-AAAAAAAAA-AAAAA');
      expect((await aRequest(own)).external_id).toBe('REQ-BBBBBBBBB-BBBBB');
      expect(draws).toEqual([]);
      expect(await own.deps.db.selectFrom('request_status_changes').select('request_id').execute()).toHaveLength(2);
    } finally {
      await own.close();
    }
  });
});
