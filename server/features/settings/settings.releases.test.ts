import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';
import { business } from '#contract/business.ts';
import { openBus } from '#server/bus.ts';
import { autocommit } from '#server/db/transaction.ts';
import { readStoredJson, writeStoredJson } from '#server/lib/stored/stored-json.ts';
import { sampleBusiness } from '#server/sample-business.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { releasedRows } from '#server/testing/released-rows.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { keepFigures } from '../reports/reports.upkeep.service.ts';
import { businessDetails, followSettings, openSettings } from './settings.live.service.ts';
import * as repo from './settings.repo.ts';

/** The next release: it has a next_motto, docks and icons, and no license any more. */
const { license: _license, ...kept } = sampleBusiness;
const next = {
  schema: business.omit({ license: true }).extend({
    next_motto: z.string(),
    address: business.shape.address.extend({ dock: z.string() }),
    socials: z.array(z.strictObject({ name: z.string(), url: z.string(), icon: z.string().optional() })),
  }),
  defaults: { ...kept, next_motto: 'Lights on', address: { ...kept.address, dock: 'None' } },
};
const link = { name: 'Site', url: 'https://site.example/' };

let test: TestApp;
let admin: Person;
const log = { warn: vi.fn(), error: vi.fn() };
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin');
});
afterAll(() => test.close());
beforeEach(() => vi.clearAllMocks());

const row = () => repo.readSettings(test.deps.db);
const details = async () => (await row()).details as Record<string, unknown>;
/** Stores details with the next version, as another release does. */
const store = (stored: object) =>
  test.deps.db
    .updateTable('settings')
    .set((set) => ({ details: JSON.stringify(stored), version: set('version', '+', 1) }))
    .execute();
const openToday = () => openSettings(test.deps.db, businessDetails, { now: new Date(), log });
const openNext = () => openSettings(test.deps.db, next, { now: new Date(), log });
const put = (fields: object) => admin.attempt(api.settings.update, { body: { ...sampleBusiness, ...fields } });
const lastEntry = () =>
  test.deps.db
    .selectFrom('audit_events')
    .select(['before', 'after'])
    .where('action', '=', 'settings.update')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

/** An edit by an instance of the next release, which tells the others with a field that they don't know. */
const editInNext = (change: Partial<z.output<typeof next.schema>>) =>
  autocommit(test.deps.db, async (tx) => {
    const before = await repo.lockSettings(tx);
    const { value } = readStoredJson(next, before.details);
    const stored = writeStoredJson(next, { ...value, ...change }, before.details);
    const { version } = await repo.writeSettings(tx, stored, { by: admin.id, at: new Date() });
    await sql`select pg_notify('settings', ${JSON.stringify({ version, by: 'the next release' })})`.execute(tx);
  });

describe('the row of the last release', () => {
  it('is read as it is', async () => {
    await store(releasedRows['settings.details']);
    // A setting of a later release is there as well, with its default.
    expect((await openToday()).business).toEqual({ ...sampleBusiness, ...releasedRows['settings.details'] });
  });

  it('is read by the next one, with its default for what is new', async () => {
    await store(releasedRows['settings.details']);
    expect((await openNext()).business).toMatchObject({ next_motto: 'Lights on', address: { dock: 'None' } });
  });
});

describe.each(['this release', 'the next one'])('two releases on one database, of which %s starts first', (first) => {
  beforeEach(async () => {
    await test.deps.db.deleteFrom('settings').execute();
    const order = first === 'this release' ? [openToday, openNext] : [openNext, openToday];
    for (const open of order) await open();
    await test.deps.db
      .updateTable('settings')
      .set({ version: test.deps.settings.version + 1 })
      .execute();
    await test.deps.settings.refresh();
  });

  it('both read', async () => {
    expect((await openToday()).business).toEqual(sampleBusiness);
    expect((await openNext()).business).toEqual(next.defaults);
  });

  it('both edit, and neither deletes what only the other knows', async () => {
    await editInNext({
      next_motto: 'Poles up',
      address: { ...next.defaults.address, dock: 'B' },
      socials: [{ ...link, icon: 'globe' }],
    });
    expect((await put({ name: 'Ours', license: 'EC1', socials: [link] })).status).toBe(200);
    await editInNext({ tagline: 'Theirs' });
    expect(await details()).toMatchObject({
      ...{ name: 'Ours', license: 'EC1', tagline: 'Theirs', next_motto: 'Poles up' },
      ...{ address: { dock: 'B' }, socials: [{ ...link, icon: 'globe' }] },
    });
  });

  it('both hear of the other’s edit', async () => {
    const bus = await openBus(test.connection, log);
    const theirs = await openNext();
    await followSettings(theirs, bus, log);
    await editInNext({ name: 'From the next' });
    await vi.waitUntil(() => test.business.name === 'From the next');
    expect((await put({ name: 'From this one' })).status).toBe(200);
    await vi.waitUntil(() => theirs.business.name === 'From this one');
    await bus.close();
  });
});

describe('settings of a newer release in the row', () => {
  const newer = {
    ...sampleBusiness,
    next_motto: 'Lights on',
    address: { ...sampleBusiness.address, dock: 'B' },
    socials: [{ ...link, icon: 'globe' }],
  };
  beforeEach(async () => {
    await store(newer);
    await test.deps.settings.refresh();
  });
  const known = { ...sampleBusiness, socials: [link], version: expect.any(Number), updated_at: expect.any(String) };

  it('are not in an answer', async () => {
    expect((await admin.call(api.settings.get, {})).settings).toEqual(known);
    expect(test.business).toEqual({ ...sampleBusiness, socials: [link] });
  });

  it('stay after an edit, which neither answers nor records them', async () => {
    const answer = await put({ name: 'Ours', socials: [link] });
    expect(answer).toMatchObject({ status: 200, body: { settings: { ...known, name: 'Ours' } } });
    expect(answer.text).not.toMatch(/next_motto|dock|icon/);
    expect(await details()).toEqual({ ...newer, name: 'Ours' });
    expect(JSON.stringify(await lastEntry())).not.toMatch(/next_motto|dock|icon/);
  });

  it('are no change for an edit that changes nothing else', async () => {
    const { version } = await row();
    expect((await put({ socials: [link] })).status).toBe(200);
    expect((await row()).version).toBe(version);
  });
});

describe('a stored value', () => {
  it('that a tightened rule refuses is read, and the next edit replaces it', async () => {
    await store({ ...sampleBusiness, phone: 'ask Dana' });
    await test.deps.settings.refresh();
    expect((await admin.call(api.settings.get, {})).settings.phone).toBe('ask Dana');
    expect((await put({ name: 'Ours' })).status).toBe(200);
    expect(await lastEntry()).toMatchObject({ before: { phone: 'ask Dana' }, after: { phone: sampleBusiness.phone } });
  });

  it('of which the product knows no time zone gives way to the default', async () => {
    await store({ ...sampleBusiness, time_zone: 'America/Orlando' });
    await test.deps.settings.refresh();
    expect(test.business.time_zone).toBe(sampleBusiness.time_zone);
    await expect(keepFigures(test.deps)).resolves.toBeUndefined();
  });

  it.each([
    ['EST5EDT', 'America/New_York'],
    ['utc', 'UTC'],
    ['america/chicago', 'america/chicago'],
    ['Japan', 'Asia/Tokyo'],
    ['ACT', 'Australia/Darwin'],
    ['-05:00', 'Etc/GMT+5'],
    ['+0900', 'Etc/GMT-9'],
    ['+00:00', 'UTC'],
    ['+05:30', sampleBusiness.time_zone],
    ['+23:00', sampleBusiness.time_zone],
  ])('of a time zone that an earlier release took keeps its meaning: %s', async (stored, zone) => {
    await store({ ...sampleBusiness, time_zone: stored });
    await test.deps.settings.refresh();
    expect(test.business.time_zone).toBe(zone);
    expect((await admin.call(api.settings.get, {})).settings.time_zone).toBe(zone);
    await expect(keepFigures(test.deps)).resolves.toBeUndefined();
  });

  it('that runs a script is left out', async () => {
    await store({ ...sampleBusiness, socials: [{ name: 'Site', url: 'javascript:alert(1)' }, link] });
    await test.deps.settings.refresh();
    expect(test.business.socials).toEqual([link]);
  });

  it('that is missing is warned of once, by its path', async () => {
    const { region: _region, ...address } = sampleBusiness.address;
    await store({ ...sampleBusiness, address });
    const settings = await openToday();
    await settings.refresh();
    await settings.refresh();
    expect(log.warn.mock.calls).toEqual([[{ fields: 'address.region' }, expect.any(String)]]);
  });
});
