import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api-client.ts';
import type { ContactMessage } from '../contact.view.ts';
import { outcomeText, undoStatus } from './status-change.ts';

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

describe('an undo', () => {
  const were = [
    { id: 1, status: 'new' },
    { id: 2, status: 'contacted' },
    { id: 3, status: 'new' },
  ] as ContactMessage[];
  const change = { rows: were, isBulk: true, to: 'resolved' } as const;
  const broken = () => Promise.reject(new ApiError(503, { message: 'The service is busy.' }));
  /** Sends the groups, of which those of one status fail. */
  const undo = (failing: readonly string[]) =>
    undoStatus(change, done(1, 2, 3), undefined, ({ rows: some, to }) =>
      failing.includes(to)
        ? broken()
        : Promise.resolve({ done: some.map(({ id }) => ({ id, version: 3 })), refused: [] }),
    );

  it('sets each message back to its own status', async () => {
    expect((await undo([])).done.map(({ id }) => id)).toEqual([1, 3, 2]);
  });
  it('tells what is back when a group fails', async () => {
    expect(await undo(['contacted'])).toEqual({
      done: [1, 3].map((id) => ({ id, version: 3 })),
      refused: [{ id: 2, message: 'The service is busy.' }],
    });
    expect((await undo(['new'])).done.map(({ id }) => id)).toEqual([2]);
  });
  it('fails when no message is back', async () => {
    await expect(undo(['new', 'contacted'])).rejects.toThrow('The service is busy.');
  });
});
