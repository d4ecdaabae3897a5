import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { aRequest, type Person } from '#server/testing/factories.ts';
import { waitingForLocks } from '#server/testing/locks.ts';
import { aSignedInUser } from '#server/testing/people.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await aSignedInUser(test, 'admin', 'Ada Admin');
});
afterAll(() => test.close());

let counter = 0;
/** An address that nobody else in this file has. */
const anAddress = (name: string) => {
  counter += 1;
  return `${name}-${counter}@customer.example`;
};
const requestFrom = (customerEmail: string) => aRequest(test, { customerEmail });
const correct = (request: { id: number }, customer_email: string) =>
  admin.call(api.requests.update, { params: { id: String(request.id) }, body: { customer_email } });
const customersWith = async (...emails: string[]) =>
  (await test.deps.db.selectFrom('customers').select(['id', 'email']).where('email', 'in', emails).execute()).map(
    ({ email }) => email,
  );
/** The address in the record of a request's customer. */
const recordOf = async (request: { id: number }) =>
  (
    await test.deps.db
      .selectFrom('requests')
      .innerJoin('customers', 'customers.id', 'requests.customer_id')
      .select('customers.email')
      .where('requests.id', '=', request.id)
      .executeTakeFirstOrThrow()
  ).email;
const entriesOf = (action: string, id: number) =>
  test.deps.db
    .selectFrom('audit_events')
    .select(['before', 'after'])
    .where('action', '=', action)
    .where('entity_id', '=', String(id))
    .execute();
const customerOf = async (request: { id: number }) =>
  (
    await test.deps.db
      .selectFrom('requests')
      .select('customer_id')
      .where('id', '=', request.id)
      .executeTakeFirstOrThrow()
  ).customer_id;

describe('A corrected email address', () => {
  it('becomes that of the customer, whose only request it is, and the trail says so', async () => {
    const [wrong, right] = [anAddress('wrong'), anAddress('right')];
    const request = await requestFrom(wrong);
    await correct(request, right);
    expect(await customersWith(wrong, right)).toEqual([right]);
    expect(await recordOf(request)).toBe(right);
    const change = { before: { email: wrong }, after: { email: right } };
    expect(await entriesOf('customers.update', await customerOf(request))).toEqual([change]);
    // And back again.
    await correct(request, wrong);
    expect(await recordOf(request)).toBe(wrong);
  });

  it('leaves the record as it is while another request has the old address', async () => {
    const [wrong, right] = [anAddress('wrong'), anAddress('right')];
    const [first, second] = [await requestFrom(wrong), await requestFrom(wrong)];
    await correct(first, right);
    expect(await customersWith(wrong, right)).toEqual([wrong]);
    expect(await recordOf(first)).toBe(wrong);
    expect(await entriesOf('customers.update', await customerOf(first))).toEqual([]);
    // With the last one nothing has the old address anymore, and both requests are still of one customer.
    await correct(second, right);
    expect(await customersWith(wrong, right)).toEqual([right]);
    expect(await recordOf(first)).toBe(right);
  });

  it('leaves a record that has another address', async () => {
    const [known, wrong, right] = [anAddress('known'), anAddress('wrong'), anAddress('right')];
    const request = await requestFrom(wrong);
    await test.deps.db.updateTable('customers').set({ email: known }).where('email', '=', wrong).execute();
    await correct(request, right);
    expect(await recordOf(request)).toBe(known);
    expect(await customersWith(right)).toEqual([]);
  });

  it('of another customer moves the request there, and merges nothing', async () => {
    const [wrong, right] = [anAddress('wrong'), anAddress('right')];
    const [request, other, theirs] = [await requestFrom(wrong), await requestFrom(wrong), await requestFrom(right)];
    const [from, to] = [await customerOf(request), await customerOf(theirs)];
    await correct(request, right);
    expect(await customerOf(request)).toBe(to);
    expect(await customerOf(other)).toBe(from);
    expect((await customersWith(wrong, right)).toSorted()).toEqual([right, wrong].toSorted());
    expect(await entriesOf('requests.update', request.id)).toEqual([
      { before: { customer_email: wrong, customer_id: from }, after: { customer_email: right, customer_id: to } },
    ]);
    expect((await admin.call(api.customers.get, { params: { id: String(to) } })).customer.requests).toHaveLength(2);
    // And back again.
    await correct(request, wrong);
    expect(await customerOf(request)).toBe(from);
  });

  it('moves the request to a customer whom a submission adds in the same moment', async () => {
    const [wrong, right] = [anAddress('wrong'), anAddress('right')];
    const request = await requestFrom(wrong);
    const holding = Promise.withResolvers<void>();
    const added = Promise.withResolvers<void>();
    const submission = test.deps.transaction(async (tx) => {
      const details = { name: 'Rosa', phone: '555-0100', address: '1 Sample Street', payment_address: null };
      await tx
        .insertInto('customers')
        .values({ ...details, email: right, created_at: new Date() })
        .execute();
      added.resolve();
      await holding.promise;
    });
    await added.promise;
    const corrected = correct(request, right);
    await waitingForLocks(test);
    holding.resolve();
    await Promise.all([submission, corrected]);
    expect(await recordOf(request)).toBe(right);
    expect(await customersWith(wrong, right)).toHaveLength(2);
  });

  it('leaves the record when another field is corrected', async () => {
    const wrong = anAddress('wrong');
    const request = await requestFrom(wrong);
    await admin.call(api.requests.update, { params: { id: String(request.id) }, body: { customer_name: 'Rosa' } });
    expect(await recordOf(request)).toBe(wrong);
  });
});
