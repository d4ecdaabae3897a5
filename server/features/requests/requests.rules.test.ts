import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statuses } from '#contract/words/requests.ts';
import { joinNotes, statusColumns } from './requests.rules.ts';

const blanks = fc.constantFrom('\n', '\r\n', '\n\n', '\n \t\n', '\r\n\r\n', ' ', '\u00a0', '\u2028', '·');
const text = fc.array(fc.oneof(blanks, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 })), { maxLength: 12 });
const body = text.map((pieces) => pieces.join('')).filter((piece) => piece.trim() !== '');

describe('joining notes', () => {
  it('keeps the number of entries, each under its own heading, for any texts and names', () => {
    const entry = fc.record({ at: fc.constant('Mar 2, 2026, 9:14 AM'), author: body.map((name) => name.trim()), body });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), (entries) => {
        const parts = joinNotes(entries).split(/\n\s*\n/);
        expect(parts).toHaveLength(entries.length);
        for (const part of parts) expect(part.startsWith('Mar 2, 2026, 9:14 AM · ')).toBe(true);
      }),
    );
  });

  it('keeps single line breaks, and is empty without notes', () => {
    expect(joinNotes([{ at: 'now', author: 'Tina', body: 'one\ntwo' }])).toBe('now · Tina\none\ntwo');
    expect(joinNotes([])).toBe('');
  });
});

describe('a status change', () => {
  it('sets the time of completion exactly while the request is completed, and never changes it', () => {
    const status = fc.constantFrom(...statuses);
    const instant = fc.date({ noInvalidDate: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(status, instant), { maxLength: 20 }), (moves) => {
        let current: { status: (typeof statuses)[number]; completed_at: Date | null } = {
          status: 'pending',
          completed_at: null,
        };
        for (const [to, now] of moves) {
          const next = statusColumns(current, to, now);
          const stays = current.status === 'completed' && to === 'completed';
          expect(next.completed_at).toEqual(to === 'completed' ? (stays ? current.completed_at : now) : null);
          current = next;
        }
      }),
    );
  });
});
