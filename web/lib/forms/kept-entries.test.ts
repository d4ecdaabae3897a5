import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteServerTime } from '../stored/age.ts';
import { forgetAllKept, forgetKept, keepEntries, keptOf, watchForm } from './kept-entries.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  vi.useFakeTimers();
  noteServerTime(new Date().toUTCString());
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  stored.clear();
});

const [ADA, BEN] = [1, 2];
const notes = { version: 3, fields: { notes: 'half a thought' } };
const keep = (userId = ADA) => {
  const ends = [
    watchForm('notes 7', { userId, read: () => notes }),
    watchForm('status 7', { userId, read: () => ({ version: 3, fields: {} }) }),
  ];
  keepEntries();
  for (const end of ends) end();
};

describe('what was entered when a session ended', () => {
  it('is found in the same form until it has it back', () => {
    keep();
    expect(keptOf('notes 8', ADA)).toBeNull();
    expect(keptOf('status 7', ADA)).toBeNull();
    expect(keptOf('notes 7', ADA)).toEqual(notes);
    forgetKept('notes 7', ADA);
    expect(keptOf('notes 7', ADA)).toBeNull();
    expect(stored.size).toBe(0);
  });

  it('waits for its user while another one works here', () => {
    keep();
    expect(keptOf('notes 7', BEN)).toBeNull();
    keep(BEN);
    forgetAllKept(BEN);
    expect(keptOf('notes 7', BEN)).toBeNull();
    expect(keptOf('notes 7', ADA)).toEqual(notes);
  });

  it('is over after an hour, and when its user signs out', () => {
    keep();
    vi.advanceTimersByTime(60 * 60_000 + 1_000);
    expect(keptOf('notes 7', ADA)).toBeNull();
    keep();
    forgetAllKept(ADA);
    expect(stored.size).toBe(0);
  });

  it('is read once more from the layout of the first release', () => {
    const until = Date.now() + 60_000;
    stored.set('kept_texts', JSON.stringify({ userId: ADA, until, forms: { 'notes 7': notes } }));
    expect(keptOf('notes 7', BEN)).toBeNull();
    expect(keptOf('notes 7', ADA)).toEqual(notes);
  });

  it('does not include forms that are closed', () => {
    watchForm('notes 7', { userId: ADA, read: () => notes })();
    keepEntries();
    expect(stored.size).toBe(0);
  });
});
