import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetEntriesOfOthers, forgetKept, keepEntries, keptOf, watchForm } from './kept-entries.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  vi.useFakeTimers();
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

const ADA = 1;
const notes = { version: 3, fields: { notes: 'half a thought' } };
const keep = () => {
  const ends = [
    watchForm('notes 7', { userId: ADA, read: () => notes }),
    watchForm('status 7', { userId: ADA, read: () => ({ version: 3, fields: {} }) }),
  ];
  keepEntries();
  for (const end of ends) end();
};

describe('what was entered when a session ended', () => {
  it('is found by the same user in the same form, until the form has it back', () => {
    keep();
    expect(keptOf('notes 8', ADA)).toBeNull();
    expect(keptOf('status 7', ADA)).toBeNull();
    expect(keptOf('notes 7', ADA)).toEqual(notes);
    forgetKept('notes 7');
    expect(keptOf('notes 7', ADA)).toBeNull();
    expect(stored.size).toBe(0);
  });

  it('is removed when somebody else looks, after an hour, and at a logout', () => {
    keep();
    expect(keptOf('notes 7', 2)).toBeNull();
    expect(stored.size).toBe(0);
    keep();
    vi.advanceTimersByTime(60 * 60_000 + 1);
    expect(keptOf('notes 7', ADA)).toBeNull();
    keep();
    forgetEntriesOfOthers(ADA);
    expect(keptOf('notes 7', ADA)).toEqual(notes);
    forgetEntriesOfOthers(2);
    expect(stored.size).toBe(0);
    keep();
    forgetEntriesOfOthers(null);
    expect(stored.size).toBe(0);
  });

  it('does not include forms that are closed', () => {
    watchForm('notes 7', { userId: ADA, read: () => notes })();
    keepEntries();
    expect(stored.size).toBe(0);
  });
});
