import { describe, expect, it } from 'vitest';
import { BackupError } from '#server/backup/backup-error.ts';
import { isLost, reasonOf } from './backups.rules.ts';

const withCode = (code: string) => Object.assign(new Error(`${code}: /srv/secret/place, write`), { code });
const reason = (error: unknown) => reasonOf(error, { dataDir: '/srv/data', isOurs: error instanceof BackupError });

describe('a failure is told in words for the office', () => {
  it.each([
    ['ENOSPC', /^The disk of the back-ups is full\./],
    ['EACCES', /cannot be written/],
    ['EROFS', /can only be read/],
    ['ENOENT', /still mounted/],
    ['EWHAT', /^Something unexpected happened\./],
  ])('%s', (code, words) => {
    expect(reason(withCode(code))).toMatch(words);
    expect(reason(withCode(code))).not.toContain('/srv');
  });

  it('one of ours as it is, without the path of the data folder', () => {
    const error = new BackupError('The stored file /srv/data/files/7 is missing or damaged.');
    expect(reason(error)).toBe('The stored file files/7 is missing or damaged.');
  });

  it('what is no error at all', () => expect(reason(undefined)).toMatch(/^Something unexpected/));
});

it('a run is lost after a quarter of an hour without a sign of life', () => {
  const run = { seen_at: new Date('2026-03-02T12:00:00Z') };
  expect(isLost(run, new Date('2026-03-02T12:15:00Z'))).toBe(false);
  expect(isLost(run, new Date('2026-03-02T12:15:01Z'))).toBe(true);
});
