import { expect, it } from 'vitest';
import { presentRun, presentSettings } from './backups.present.rules.ts';
import type { RunRow, SettingsRow } from './backups.repo.ts';

const began = new Date('2026-03-01T02:30:00Z');
const ended = new Date('2026-03-01T02:31:00Z');
const made = {
  id: 7,
  started_by: null,
  started_at: began,
  ended_at: ended,
  outcome: 'made',
  folder: 'switchboard-2026-03-01',
  bytes: '9007199254740991',
  row_count: '12',
  file_count: 3,
  verified: true,
  error: null,
  removed_at: null,
} as RunRow;

it('a back-up runs until it has ended, and one that was not made has failed', () => {
  expect(presentRun(made)).toMatchObject({ state: 'made', ended_at: ended.toISOString(), by_hand: false });
  expect(presentRun({ ...made, ended_at: null, outcome: null })).toMatchObject({ state: 'running', ended_at: null });
  expect(presentRun({ ...made, outcome: 'failed', error: 'full' })).toMatchObject({ state: 'failed', error: 'full' });
});

it('only a back-up that was made names its folder', () => {
  expect(presentRun(made).folder).toBe('switchboard-2026-03-01');
  expect(presentRun({ ...made, outcome: 'failed' }).folder).toBeNull();
});

it('sizes are numbers, and unknown until they are known', () => {
  expect(presentRun(made)).toMatchObject({ bytes: 9_007_199_254_740_991, row_count: 12 });
  expect(presentRun({ ...made, bytes: null, row_count: null })).toMatchObject({ bytes: null, row_count: null });
});

it('a next back-up is promised only where back-ups are switched on and have a folder', () => {
  const row = { enabled: true, at_time: '02:30', version: 4, changed_at: began } as SettingsRow;
  const nextOf = (enabled: boolean, folder: string | null) =>
    presentSettings({ ...row, enabled }, { folder, isEncrypted: false, next: ended }).next_at;
  expect(nextOf(true, '/srv/backups')).toBe(ended.toISOString());
  expect(nextOf(false, '/srv/backups')).toBeNull();
  expect(nextOf(true, null)).toBeNull();
});
