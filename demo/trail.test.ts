import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { sealEntries } from '#server/features/audit/seal/seal.service.ts';
import { verifyTrail } from '#server/features/audit/verify/verify.service.ts';
import { createLocalFileStore } from '#server/lib/file-store.ts';
import { sampleBusiness as business } from '#server/sample-business.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { DEMO_PASSWORD } from './people.ts';
import { seed } from './seed.ts';
import { imagineYear } from './year.ts';

const now = new Date('2026-03-18T20:15:00Z');
const options = { seed: 'trail', now, requests: 120, business };
const year = imagineYear(options);

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await testApp();
  folder = await mkdtemp(path.join(tmpdir(), 'switchboard-trail-'));
  const files = await createLocalFileStore(folder);
  const { db, passwords, auditKey } = test.deps;
  await seed({ ...options, db, passwords, auditKey, files, pictureWidth: 400, step: () => undefined });
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const eventsOf = (entity: string) =>
  test.deps.db.selectFrom('audit_events').selectAll().where('entity', '=', entity).orderBy('id').execute();

describe('the trail of the demo year', () => {
  it('has an entry for each thing that the story of a request tells, at its time', async () => {
    const events = await eventsOf('request');
    const requests = await test.deps.db.selectFrom('requests').select(['id', 'external_id', 'status']).execute();
    expect(requests).toHaveLength(120);
    for (const { id, external_id, status } of requests) {
      const plan = year.requests.find((one) => one.external_id === external_id) ?? expect.fail(external_id);
      const own = events.filter(({ entity_id }) => entity_id === String(id));
      expect(own.map(({ at, actor_name }) => [at, actor_name])).toEqual(
        plan.story.map(({ at, by }) => [at, by?.name ?? 'Visitor']),
      );
      expect(own[0]).toMatchObject({ action: 'requests.create', after: { external_id } });
      if (own.length > 1) expect(own.at(-1)?.after).toMatchObject({ status });
    }
  });

  it('has the staff and the contact messages as well, in the order of their times, and nothing of tomorrow', async () => {
    expect((await eventsOf('user')).map(({ action }) => action)).toEqual([
      'auth.setup',
      ...Array.from({ length: 9 }, () => 'users.create'),
    ]);
    const messages = await test.deps.db.selectFrom('contact_messages').select(['id', 'status', 'notes']).execute();
    const entries = await eventsOf('contact_message');
    for (const { id, status, notes } of messages) {
      const own = entries.filter(({ entity_id }) => entity_id === String(id));
      expect(own.map(({ action }) => action)).toEqual([
        ...['contact.submit', ...(status === 'new' ? [] : ['contact.set_status'])],
        ...(notes ? ['contact.set_notes'] : []),
      ]);
    }
    const times = (await test.deps.db.selectFrom('audit_events').select('at').orderBy('id').execute()).map(
      ({ at }) => +at,
    );
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times.at(-1)).toBeLessThanOrEqual(+now);
    expect(Number(times[0])).toBeLessThan(+now - 360 * 86_400_000);
  });

  it('is sealed as it stands, holds when it is verified, and says when it was sealed', async () => {
    const begun = Date.now();
    await sealEntries(test.deps);
    const verdict = await verifyTrail(test.deps);
    expect(verdict).toMatchObject({ broken: null });
    const seals = await test.deps.db.selectFrom('audit_seals').select('sealed_at').execute();
    expect(seals.length).toBeGreaterThan(500);
    for (const { sealed_at } of seals) expect(+sealed_at).toBeGreaterThanOrEqual(begun - 60_000);
  });

  it('is what the auditor finds by a tracking ID', async () => {
    const { token } = await test.caller().call(api.auth.login, {
      body: { email: 'auditor@demo.example', password: DEMO_PASSWORD },
    });
    const plan = year.requests.findLast(({ status }) => status === 'completed') ?? expect.fail('nothing is completed');
    const { entries } = await test.caller(token).call(api.audit.list, { query: { search: plan.external_id } });
    expect(entries).toHaveLength(plan.story.length);
    expect(entries[0]?.thing).toEqual({ name: plan.external_id, title: plan.title });
  });
});
