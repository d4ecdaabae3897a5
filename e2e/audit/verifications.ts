import type { AuditVerification } from '#contract/audit.ts';

/** Example verifications that browser tests answer with in the server's place: one that runs, and how it can end. */
export const running: AuditVerification = {
  id: 9,
  state: 'running',
  started_at: '2026-11-21T19:59:00Z',
  started_by: { id: 3, name: 'Otto Auditor' },
  finished_at: null,
  checked: 500_000,
  total: 1_000_000,
  verdict: null,
};

const verdict = {
  broken: null,
  sealed: 4,
  since: '2026-01-12T15:00:00Z',
  until: '2026-01-12T19:02:00Z',
  last_event: '4',
  waiting: 0,
};

const ended = { ...running, finished_at: '2026-11-21T19:59:30Z', checked: 1_000_000 };

export const intact: AuditVerification = { ...ended, state: 'done', verdict };

export const broken: AuditVerification = {
  ...ended,
  state: 'done',
  verdict: {
    ...verdict,
    broken: { kind: 'altered', seq: '5', event_id: '5', message: 'Entry 5 was altered.' },
  },
};

/** Ended without a verdict. */
export const failed: AuditVerification = { ...ended, state: 'failed' };
