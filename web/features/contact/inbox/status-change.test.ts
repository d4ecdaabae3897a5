import { describe, expect, it } from 'vitest';
import type { ContactMessage } from '../contact.view.ts';
import { outcomeText } from './status-change.ts';

const row = (id: number, name: string) => ({ id, name }) as ContactMessage;
const rows = [row(1, 'Dana'), row(2, 'Cy'), row(3, 'Bo'), row(4, 'Al'), row(5, 'Una')];
const done = (...ids: number[]) => ids.map((id) => ({ id, version: 2 }));
const refused = (...ids: number[]) => ids.map((id) => ({ id, message: 'Ada changed this message.' }));

describe('what is said about a change of statuses', () => {
  it.each([
    [done(1), [], 'Status updated successfully'],
    [done(1, 2, 3), [], '3 messages updated'],
    [[], refused(2), 'Cy: Ada changed this message.'],
    [done(1), refused(2), '1 message updated, 1 refused: Cy: Ada changed this message.'],
    [
      done(1),
      refused(2, 3, 4, 5),
      '1 message updated, 4 refused: Cy: Ada changed this message. Bo: Ada changed this message. Al: Ada changed this message. And 1 more.',
    ],
  ])('names what was refused, up to three (%#)', (some, others, text) => {
    expect(outcomeText({ rows }, { done: some, refused: others })).toBe(text);
  });
});
