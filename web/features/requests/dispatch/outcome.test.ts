import { describe, expect, it } from 'vitest';
import { closedNote, outcomeText } from './outcome.ts';

describe('The outcome of a change', () => {
  const refused = { external_id: 'REQ-AAAAAAAAA-AAAAA', message: 'Ada changed the status.' };
  const rows = [{ status: 'assigned' }] as const;
  const toTess = { kind: 'assign', to: { name: 'Tess' }, rows } as const;
  const cancelled = { ...toTess, rows: [{ status: 'cancelled' }] } as const;
  const toNobody = { kind: 'assign', to: null, rows } as const;
  const status = { kind: 'status' } as const;
  it.each([
    [toTess, [1], [], 'Request assigned successfully! Tess has it now.'],
    [cancelled, [1], [], 'Request assigned successfully! Tess has it now. It is still cancelled.'],
    [toNobody, [1], [], 'Request taken back: it is unassigned.'],
    [status, [1], [], 'Status updated successfully!'],
    [toTess, [1, 2], [], '2 requests assigned to Tess'],
    [toNobody, [1, 2], [], '2 requests unassigned'],
    [status, [1, 2, 3], [], '3 requests updated'],
    [toTess, [1, 2], [refused], '2 assigned to Tess, 1 refused: REQ-AAAAAAAAA-AAAAA: Ada changed the status.'],
    [toTess, [], [refused], 'REQ-AAAAAAAAA-AAAAA: Ada changed the status.'],
    [status, [], [{ external_id: null, message: 'Request not found' }], 'A deleted request: Request not found'],
  ] as const)('of %o is told (%#)', (change, done, refusals, text) => {
    expect(outcomeText(change, { done, refused: refusals })).toBe(text);
  });

  it('tells the first three refusals of many', () => {
    const text = outcomeText(status, { done: [1], refused: Array(5).fill({ external_id: 'REQ-1', message: 'No.' }) });
    expect(text).toBe('1 updated, 5 refused: REQ-1: No. REQ-1: No. REQ-1: No. And 2 more.');
  });
});

describe('What an assignment does not reopen', () => {
  const many = '2 of 3 are completed or cancelled. Assigning does not reopen them.';
  it.each([
    [['pending'], undefined],
    [['assigned', 'in_progress'], undefined],
    [['completed'], 'This request is completed. Assigning does not reopen it.'],
    [['cancelled', 'pending', 'completed'], many],
  ] as const)('of %o is said before it', (statuses, note) => {
    expect(closedNote(statuses.map((status) => ({ status })))).toBe(note);
  });
});
