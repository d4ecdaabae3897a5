import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { isOver, noteServerTime } from './age.ts';
import { reopening } from './records.ts';
import { repairStored } from './repair.ts';
import { defineStored, defineUserStored, endingWith } from './stored.ts';

const DAY = 24 * 3_600_000;
let local: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers();
  local = new Map();
  const storage = {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => {
      local.set(key, value);
      Object.assign(storage, { [key]: value });
    },
    removeItem: (key: string) => {
      local.delete(key);
      Reflect.deleteProperty(storage, key);
    },
  };
  for (const name of ['getItem', 'setItem', 'removeItem']) Object.defineProperty(storage, name, { enumerable: false });
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const end = (endsWith: 'sign-out' | 'another-user', userId: number | null) => {
  for (const entry of endingWith(endsWith)) void entry.end(userId);
};

describe('a stored value', () => {
  it('ends as it is declared', () => {
    const kept = defineStored({ key: 'kept', scope: 'device', endsWith: 'never' });
    const draft = defineStored({ key: 'draft', scope: 'device', endsWith: 'sign-out' });
    const mark = defineStored({
      key: 'mark',
      scope: 'device',
      endsWith: 'another-user',
      ownerOf: (value) => (value as { id: number }).id,
    });
    for (const one of [kept, draft]) one.write({ text: 'x' });
    mark.write({ id: 7 });
    end('another-user', 7);
    expect([...local.keys()]).toEqual(['kept', 'draft', 'mark']);
    end('another-user', 8);
    expect([...local.keys()]).toEqual(['kept', 'draft']);
    end('sign-out', null);
    expect([...local.keys()]).toEqual(['kept']);
  });

  it('of one user is not another user’s', () => {
    const views = defineUserStored({ key: 'views', endsWith: 'another-user' });
    views(1).write(['a']);
    views(12).write(['b']);
    expect(views(1).read()).toEqual(['a']);
    end('another-user', 12);
    expect([...local.keys()]).toEqual(['views:12']);
  });

  it('is over only when the server’s clock says so too', () => {
    noteServerTime(new Date().toUTCString());
    const draft = defineStored({ key: 'timed', scope: 'device', endsWith: 'never', ttl: DAY });
    draft.write({ text: 'x' });
    const rightTime = Date.now() + 1_000;
    vi.setSystemTime(Date.now() + 9 * DAY);
    // The phone's clock is nine days ahead.
    noteServerTime(new Date(rightTime).toUTCString());
    expect(draft.seemsOver()).toBe(true);
    expect(draft.read()).toMatchObject({ text: 'x' });
    noteServerTime(new Date().toUTCString());
    expect(draft.read()).toBeNull();
  });

  it('from a clock that was ahead is not over', () => {
    noteServerTime(new Date().toUTCString());
    expect(isOver(Date.now() + 30 * DAY, DAY)).toBe(false);
  });

  it('is nothing in a browser that blocks its storage', () => {
    vi.stubGlobal('localStorage', undefined);
    const blocked = defineStored({ key: 'blocked', scope: 'device', endsWith: 'never' });
    blocked.write({ text: 'x' });
    expect(blocked.read()).toBeNull();
  });
});

describe('an answer that another release has kept', () => {
  const schema = z.object({
    id: z.number(),
    name: z.string(),
    phone: z.string().nullable(),
    rows: z.array(z.object({ id: z.number(), tags: z.array(z.string()) })),
  });

  it('gets what it lacks, and loses what is unknown', () => {
    expect(repairStored(schema, { id: 1, name: 'Ada', rows: [{ id: 2, gone: true }], newer: {} })).toEqual({
      id: 1,
      name: 'Ada',
      phone: null,
      rows: [{ id: 2, tags: [] }],
    });
  });

  it.each([[{ id: 'one', name: 'Ada', rows: [] }], ['text'], [null]])(
    'is not used when it is something else: %j',
    (kept) => {
      expect(repairStored(schema, kept)).toBeNull();
    },
  );
});

it('opens a lost database connection again', async () => {
  const lost = () => Promise.reject(new DOMException('The database connection is closing.', 'InvalidStateError'));
  const opened = [lost, async () => 'found'];
  const store = reopening(() => opened.shift() as never);
  expect(await store('readonly', () => Promise.resolve('unused'))).toBe('found');
  expect(opened).toEqual([]);
});

it('tells a blocked database from a lost connection', async () => {
  const blocked = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
  const store = reopening(() => blocked as never);
  await expect(store('readonly', () => Promise.resolve())).rejects.toThrow('insecure');
});
