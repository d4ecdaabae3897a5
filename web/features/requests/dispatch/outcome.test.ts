import { describe, expect, it } from 'vitest';
import { outcomeText } from './outcome.ts';

describe('The outcome of a change', () => {
  const refused = { external_id: 'REQ-AAAAAAAAA-AAAAA', message: 'Ada changed the status.' };
  const toTess = { kind: 'assign', to: { name: 'Tess' } } as const;
  const toNobody = { kind: 'assign', to: null } as const;
  const status = { kind: 'status' } as const;
  it.each([
    [toTess, [1], [], 'Request assigned successfully! Tess has it now.'],
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
