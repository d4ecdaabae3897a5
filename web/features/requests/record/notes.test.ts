import { describe, expect, it } from 'vitest';
import { splitNotes } from './notes.ts';

describe('splitNotes', () => {
  it('splits at blank lines into head and body', () => {
    expect(splitNotes('Nov 20 · Dana\nTall ladder.\n\nNov 21 · Marcus\nDone.\nAll lit.')).toEqual([
      { head: 'Nov 20 · Dana', body: 'Tall ladder.' },
      { head: 'Nov 21 · Marcus', body: 'Done.\nAll lit.' },
    ]);
  });

  it('returns nothing for empty notes, and accepts an entry without a head', () => {
    expect(splitNotes('')).toEqual([]);
    expect(splitNotes('\n \n\nOnly words\n  \n')).toEqual([{ head: '', body: 'Only words' }]);
  });
});
