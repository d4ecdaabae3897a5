import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { type Business, business } from '#contract/business.ts';
import { openDatabase, type WritableDatabase } from '#server/db/pool.ts';
import { sampleBusiness } from '#server/sample-business.ts';
import { createDatabase, dropDatabase } from '#server/testing/databases.ts';
import { openSettings } from './settings.live.service.ts';

const { database: template, ...postgres } = inject('postgres');
const opened = new Date('2026-03-02T12:00:00Z');
const later = new Date('2026-03-03T12:00:00Z');
const named = (name: string) => ({ ...sampleBusiness, name });

let database: string;
let db: WritableDatabase;
beforeAll(async () => {
  database = await createDatabase(template);
  db = openDatabase({ ...postgres, database }, () => undefined);
});
afterAll(async () => {
  await db.destroy();
  await dropDatabase(database);
});
beforeEach(() => db.deleteFrom('settings').execute());

const log = { warn: vi.fn() };
const open = (sample: Business, now: Date) => openSettings(db, { schema: business, defaults: sample }, { now, log });
const rows = () => db.selectFrom('settings').selectAll().execute();
/** Stores new details with the next version, as another instance does. */
const change = (name: string) =>
  db
    .updateTable('settings')
    .set((set) => ({ details: JSON.stringify(named(name)), version: set('version', '+', 1) }))
    .execute();

describe('the first start', () => {
  it('stores the sample once', async () => {
    const settings = await open(sampleBusiness, opened);
    expect(settings.business).toEqual(sampleBusiness);
    expect(settings.version).toBe(1);
    expect(await rows()).toMatchObject([
      { id: true, details: sampleBusiness, version: 1, changed_at: opened, changed_by: null },
    ]);
  });

  it('of several instances at the same moment stores one sample, which all of them use', async () => {
    const names = ['North', 'South', 'East', 'West'];
    const all = await Promise.all(names.map((name) => open(named(name), opened)));
    const [row, ...more] = await rows();
    expect(more).toEqual([]);
    for (const { business } of all) expect(business).toEqual(row?.details);
  });
});

describe('a later start', () => {
  it('keeps the stored details when the sample has changed', async () => {
    await open(named('The owner’s own'), opened);
    const before = await rows();
    const settings = await open(named('A newer sample'), later);
    expect(settings.business.name).toBe('The owner’s own');
    expect(await rows()).toEqual(before);
  });

  it('refuses stored details that are no object', async () => {
    await open(sampleBusiness, opened);
    await db.updateTable('settings').set({ details: '[]' }).execute();
    await expect(open(sampleBusiness, later)).rejects.toThrow(/no object/);
  });
});

describe('reading again', () => {
  it('takes over a newer version and runs the reactions one after the other', async () => {
    const settings = await open(sampleBusiness, opened);
    const told: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    settings.onChange(async () => {
      told.push(`first begins with ${settings.business.name}`);
      await held;
      told.push('first ends');
    });
    settings.onChange(async () => void told.push(`second begins with ${settings.business.name}`));
    await change('Newer');
    const done = settings.refresh().then(() => told.push('refreshed'));
    release();
    await done;
    expect(settings.version).toBe(2);
    expect(told).toEqual(['first begins with Newer', 'first ends', 'second begins with Newer', 'refreshed']);
  });

  it('runs one at a time, so that an old version is never published after a new one', async () => {
    const settings = await open(sampleBusiness, opened);
    const told: string[] = [];
    let isHeld: () => void = () => {};
    let release = () => {};
    const reached = new Promise<void>((resolve) => {
      isHeld = resolve;
    });
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    settings.onChange(async () => {
      const { name } = settings.business;
      told.push(`${name} begins`);
      if (name === 'Second') {
        isHeld();
        await held;
      }
      told.push(`${name} ends`);
    });
    await change('Second');
    const first = settings.refresh();
    await reached;
    await change('Third');
    const second = settings.refresh();
    release();
    await Promise.all([first, second]);
    expect(told).toEqual(['Second begins', 'Second ends', 'Third begins', 'Third ends']);
  });

  it('runs no reaction without a newer version', async () => {
    const settings = await open(sampleBusiness, opened);
    const told: number[] = [];
    settings.onChange(async () => void told.push(settings.version));
    await settings.refresh();
    await change('Newer');
    await Promise.all([settings.refresh(), settings.refresh()]);
    expect(told).toEqual([2]);
  });

  it('retries a failed reaction at the next refresh', async () => {
    const settings = await open(sampleBusiness, opened);
    let isBroken = true;
    const dealt: string[] = [];
    settings.onChange(async () => {
      if (isBroken) throw new Error('no room');
      dealt.push(settings.business.name);
    });
    await change('Newer');
    await expect(settings.refresh()).rejects.toThrow('no room');
    isBroken = false;
    await settings.refresh();
    await settings.refresh();
    expect(dealt).toEqual(['Newer']);
  });

  it('rejects when it fails, and works at the next refresh', async () => {
    const settings = await open(sampleBusiness, opened);
    await db.updateTable('settings').set({ details: '[]', version: 2 }).execute();
    await expect(settings.refresh()).rejects.toThrow();
    expect(settings.business).toEqual(sampleBusiness);
    await change('Mended');
    await settings.refresh();
    expect(settings.business.name).toBe('Mended');
  });
});
