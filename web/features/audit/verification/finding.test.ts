import { describe, expect, it } from 'vitest';
import type { AuditVerification } from '#contract/audit.ts';
import { findingOf } from './finding.ts';

const NOW = Date.parse('2026-11-21T20:00:00Z');
const holding = {
  ...{ broken: null, sealed: 1_204_331, since: '2026-01-12T15:00:00Z', until: '2026-11-21T19:02:00Z' },
  ...{ last_event: '1204331', waiting: 0 },
};
const done: AuditVerification = {
  ...{ id: 1, state: 'done', started_at: '2026-11-21T19:59:00Z', finished_at: '2026-11-21T19:59:30Z' },
  ...{ started_by: { id: 3, name: 'Otto Auditor' }, checked: 1_204_331, total: 1_204_331, verdict: holding },
};
const find = (verification: AuditVerification | null) => findingOf(verification, NOW, 'America/New_York');
type Verdict = NonNullable<AuditVerification['verdict']>;
const withVerdict = (verdict: Partial<Verdict>) => find({ ...done, verdict: { ...holding, ...verdict } });

describe('findingOf', () => {
  it('says since when and up to which event the trail holds', () => {
    expect(find(done)).toEqual({
      tone: 'success',
      title: 'Holds since Jan 12, 2026 up to entry 1,204,331 (today, 2:02 PM)',
      lines: ['1,204,331 entries were checked, and none was altered, removed or moved.'],
    });
    expect(withVerdict({ until: '2026-11-20T19:02:00Z', waiting: 2 })).toMatchObject({
      title: 'Holds since Jan 12, 2026 up to entry 1,204,331 (Nov 20, 2026, 2:02 PM)',
      lines: [expect.any(String), '2 newer entries had no seal yet when it ended.'],
    });
    expect(withVerdict({ sealed: 1, waiting: 1 }).lines).toEqual([
      '1 entry was checked, and none was altered, removed or moved.',
      '1 newer entry had no seal yet when it ended.',
    ]);
  });

  it.each([
    [0, '1 second'],
    [1_200, '2 seconds'],
    [180_000, '3 minutes'],
    [9_000_000, '3 hours'],
  ])('says from when on an entry is covered (%i ms)', (longest_wait, time) => {
    expect(withVerdict({ longest_wait }).lines[1]).toBe(
      `An entry is covered from its seal on, which came at most ${time} after it.`,
    );
  });

  it('says what a trail with its checkpoints in one place does not show', () => {
    expect(withVerdict({ second_place: false }).lines[1]).toMatch(/^An end that was cut off .* AUDIT_CHECKPOINT_COPY/);
    expect(withVerdict({ second_place: true }).lines).toEqual(find(done).lines);
  });

  it('says clearly where the trail is broken', () => {
    const broken = { kind: 'altered', seq: '5', event_id: '5', message: 'Entry 5 was altered.' } as const;
    expect(withVerdict({ broken, sealed: 4, last_event: '4' })).toMatchObject({
      tone: 'danger',
      title: 'The audit trail is broken',
      lines: [
        'Entry 5 was altered.',
        'Before that it holds since Jan 12, 2026 up to entry 4 (today, 2:02 PM).',
        expect.stringMatching(/^Keep the database/),
      ],
    });
    expect(withVerdict({ broken, sealed: 0, since: null, until: null, last_event: null }).lines[1]).toBe(
      'Nothing before that holds.',
    );
  });

  it('never takes a verification without a verdict for a good one', () => {
    for (const verification of [
      null,
      { ...done, state: 'failed', verdict: null },
      { ...done, state: 'running', verdict: null },
    ]) {
      expect(find(verification as AuditVerification | null).tone).toBe('neutral');
    }
    expect(withVerdict({ sealed: 0, since: null, until: null, last_event: null }).tone).toBe('neutral');
  });
});
