import { describe, expect, it } from 'vitest';
import type { SystemLevel } from '#contract/words/system.ts';
import * as rules from './system.rules.ts';

const now = new Date('2026-03-10T12:00:00Z');
const ago = (hours: number) => ({ ended_at: new Date(now.getTime() - hours * 3_600_000).toISOString() });
const room = (free: number) => ({ free_bytes: free, size_bytes: 1_000 });

describe('a part is', () => {
  it.each<[SystemLevel, number]>([
    ['fine', 79],
    ['warning', 80],
    ['bad', 95],
  ])('the database %s with %i of 100 connections', (level, connections) =>
    expect(rules.judgeDatabase({ connections, max: 100 }).level).toBe(level),
  );

  it.each<[SystemLevel, number, number | null, number | null]>([
    ['fine', 100, null, null],
    ['warning', 99, null, null],
    ['bad', 49, null, null],
    ['fine', 500, 500, 100],
    ['warning', 500, 499, 100],
    ['bad', 500, 119, 100],
    ['warning', 500, 99, null],
  ])('the disk %s with %i of 1,000 free, and %s where back-ups of %s go', (level, free, backups, backup) =>
    expect(
      rules.judgeDisk({ data: room(free), backups: backups === null ? null : room(backups) }, { minFree: 50, backup })
        .level,
    ).toBe(level),
  );

  it.each<[SystemLevel, string, Partial<Parameters<typeof rules.judgeScanner>[0]>]>([
    ['fine', 'are scanned', {}],
    ['fine', 'are scanned', { signatures_at: '2026-03-03T12:00:01Z' }],
    ['warning', 'more than a week old', { signatures_at: '2026-03-03T12:00:00Z' }],
    ['bad', 'files are refused', { version: null }],
    ['off', 'CLAMD_ADDRESS', { enabled: false, version: null }],
  ])('the virus scanner %s: "%s" (%#)', (level, advice, change) => {
    const verdict = rules.judgeScanner({ enabled: true, version: 'ClamAV 1', signatures_at: null, ...change }, now);
    expect(verdict.level).toBe(level);
    expect(verdict.advice).toContain(advice);
  });

  const kept = {
    enabled: true,
    has_folder: true,
    folder_problem: null,
    shares_disk: false,
    made: ago(10),
    failed: null,
  };
  it.each<[SystemLevel, string, Partial<Record<keyof typeof kept, unknown>>]>([
    ['fine', 'read back', {}],
    ['fine', 'read back', { failed: ago(11) }],
    ['fine', 'read back', { made: ago(25.9) }],
    ['warning', 'BACKUP_DIR', { has_folder: false }],
    ['bad', 'is not there', { folder_problem: 'missing', failed: ago(1) }],
    ['bad', 'cannot be written', { folder_problem: 'unwritable' }],
    ['bad', 'does not answer', { folder_problem: 'silent' }],
    ['bad', 'Mount that disk', { folder_problem: 'unmounted', shares_disk: true }],
    ['warning', 'on the disk of the data', { shares_disk: true }],
    ['warning', 'Switch them on', { enabled: false }],
    ['warning', 'no back-up yet', { made: null }],
    ['warning', 'failed', { failed: ago(9) }],
    ['warning', 'more than a day old', { made: ago(26) }],
    ['bad', 'more than two days old', { made: ago(50) }],
    ['bad', 'failed', { made: ago(50), failed: ago(1) }],
    ['bad', 'failed', { made: null, failed: ago(1) }],
  ])('the back-ups %s: "%s" (%#)', (level, advice, change) => {
    const verdict = rules.judgeBackups({ ...kept, ...change } as Parameters<typeof rules.judgeBackups>[0], now);
    expect(verdict.level).toBe(level);
    expect(verdict.advice).toContain(advice);
  });

  it.each<[SystemLevel, number, number]>([
    ['fine', 199, 0],
    ['warning', 200, 0],
    ['bad', 0, 1],
  ])('the jobs %s with %i that wait and %i that fail', (level, waiting, failing) =>
    expect(rules.judgeJobs({ waiting, failing }).level).toBe(level),
  );

  it.each<[SystemLevel, boolean, number, number]>([
    ['fine', true, 49, 0],
    ['warning', true, 50, 0],
    ['warning', true, 0, 1],
    ['warning', false, 0, 0],
  ])('the mail %s (server: %s) with %i that wait and %i that failed', (level, hasServer, waiting, failed) =>
    expect(rules.judgeMail({ hasServer, waiting, failed }).level).toBe(level),
  );

  const verified = (days: number, holds = true) => ({ at: new Date(now.getTime() - days * 86_400_000), holds });
  it.each<[SystemLevel, number, ReturnType<typeof verified> | null]>([
    ['fine', 59, verified(34)],
    ['warning', 60, verified(1)],
    ['warning', 0, verified(35)],
    ['warning', 0, null],
    ['bad', 600, verified(1)],
    ['bad', 0, verified(1, false)],
  ])('the trail %s with an entry that waits for %i s, and the verification %o', (level, unsealedSeconds, verdict) =>
    expect(rules.judgeTrail({ unsealedSeconds, verdict }, now).level).toBe(level),
  );
});

it('the worst part counts, and a part that cannot be read is less than a warning', () => {
  expect(rules.worstOf(['fine', 'bad', 'warning'])).toBe('bad');
  expect(rules.worstOf(['unknown', 'warning', 'fine'])).toBe('warning');
  expect(rules.worstOf(['fine', 'unknown'])).toBe('unknown');
  expect(rules.worstOf(['fine', 'fine'])).toBe('fine');
  expect(rules.worstOf(['fine', 'off'])).toBe('fine');
});

it('a failed job says its reason in one line, without paths of the machine', () => {
  const reasonOf = (error: string | null) =>
    rules.presentFailing({ name: 'mail', count: 2, since: new Date('2026-03-01T12:00:00Z'), error }).error;
  expect(reasonOf('cannot read /srv/data/files/1\n    at read (/app/server.js:1)')).toBe('cannot read …');
  expect(reasonOf('x'.repeat(300))).toBe(`${'x'.repeat(200)}…`);
  expect(reasonOf(null)).toBe('It gave no reason.');
  expect(reasonOf('\nsecond line')).toBe('It gave no reason.');
});
