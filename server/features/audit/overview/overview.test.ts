import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { anAssignedRequest, aRequest, as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { sealEntries } from '../seal/seal.service.ts';
import { runVerification } from '../verify/verifications.service.ts';

let test: TestApp;
let auditor: Person;
beforeAll(async () => {
  test = await testApp();
  auditor = await as(test, 'auditor');
});
afterAll(() => test.close());
const overview = () => auditor.call(api.audit.overview, {});

describe('The overview', () => {
  it('counts nothing where there is nothing', async () => {
    expect(await overview()).toEqual({
      requests: { total: 0, pending: 0, assigned: 0, in_progress: 0, completed: 0, cancelled: 0 },
      users: { total: 1, active: 1 },
      customers: 0,
      contact_messages: { total: 0, new: 0, contacted: 0, resolved: 0, spam: 0 },
      // The auditor's own sign-in.
      events: 1,
      verification: null,
    });
  });

  it('counts requests and messages by status, people, customers and entries, sealed and new ones', async () => {
    const admin = await as(test, 'admin');
    const technician = await as(test, 'technician');
    await as(test, 'technician', { is_active: false });
    const gone = await as(test, 'technician');
    await admin.call(api.users.remove, { params: { id: String(gone.id) } });
    await aRequest(test, { customerEmail: 'second@customer.example' });
    await anAssignedRequest(test, admin, technician);
    await anAssignedRequest(test, admin, technician, 'cancelled');
    for (const message of ['Do you repair signs?', 'Do you rent out lifts?']) {
      await test.caller().call(api.contact.submit, { body: { name: 'Cora', email: 'cora@caller.example', message } });
    }
    const { data } = await admin.call(api.contact.list, {});
    const params = { id: String(data.contacts[0]?.id) };
    await admin.call(api.contact.setStatus, { params, body: { status: 'spam' } });
    await sealEntries(test.deps, { last: true });
    await auditor.call(api.audit.startVerification, {});
    await runVerification(test.deps, new AbortController().signal);
    const entries = await test.deps.db.selectFrom('audit_events').select('id').execute();
    expect(await overview()).toEqual({
      requests: { total: 3, pending: 1, assigned: 1, in_progress: 0, completed: 0, cancelled: 1 },
      users: { total: 4, active: 3 },
      customers: 2,
      contact_messages: { total: 2, new: 1, contacted: 0, resolved: 0, spam: 1 },
      events: entries.length,
      verification: (await auditor.call(api.audit.verification, {})).verification,
    });
  });
});
