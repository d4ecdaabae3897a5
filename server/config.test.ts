import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { refuseUnfitBackupDir } from './backup/fit-folder.ts';
import { ConfigError, readConfig } from './config.ts';
import { TEST_SETTINGS } from './testing/programs/process.ts';

describe('an invalid setting is refused by name', () => {
  it.each([
    ['TRUSTED_PROXIES', 'everyone'],
    ['TRUSTED_PROXIES', '1'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,'],
    ['CLAMD_ADDRESS', '3310'],
    ['CLAMD_ADDRESS', '127.0.0.1:0'],
    ['CLAMD_ADDRESS', '127.0.0.1:65536'],
    ['CLAMD_ADDRESS', 'http://127.0.0.1:3310'],
    ['CLAMD_ADDRESS', 'run/clamd.sock'],
    ['RATE_LIMITS', 'no'],
    ['RATE_LIMITS', '0'],
    ['DRAIN_SECONDS', '-1'],
    ['SHUTDOWN_SECONDS', '-1'],
    ['SHUTDOWN_SECONDS', 'soon'],
    ['METRICS_TOKEN', 'fifteen-letters'],
    ['METRICS_TOKEN', 'sixteen or more, with spaces'],
    ['METRICS_TOKEN', 'sechzehn-Zeichen-mit-Ümlaut'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('METRICS_TOKEN says what it must be, and never what it was', () => {
    expect(() => readConfig({ METRICS_TOKEN: 'too-short' })).toThrow(
      /^Bad setting\. METRICS_TOKEN: must be 16 to 256 letters, digits and signs of ASCII, without spaces$/,
    );
    expect(readConfig({ METRICS_TOKEN: 'sixteen-letters!' }).metricsToken).toBe('sixteen-letters!');
    expect(readConfig({ METRICS_TOKEN: '' }).metricsToken).toBeUndefined();
  });

  it('SMTP_URL says how a % in its password is written, and never shows it', () => {
    const refused = () => readConfig({ SMTP_URL: 'smtp://desk:100%sure@mail.example.com' });
    expect(refused).toThrow(/^Bad setting\. SMTP_URL: has a % in its name or password; write it as %25$/);
    expect(readConfig({ SMTP_URL: 'smtp://desk:100%25sure@mail.example.com' }).smtpUrl).toContain('100%25sure');
  });

  it.each([
    ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
    ['[::1]:3310', { host: '::1', port: 3310 }],
    ['scanner.example.com:3310', { host: 'scanner.example.com', port: 3310 }],
    ['/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
    ['', undefined],
  ])('CLAMD_ADDRESS=%s', (value, scanner) => expect(readConfig({ CLAMD_ADDRESS: value }).scanner).toEqual(scanner));

  describe('of a bucket', () => {
    const bucket = {
      S3_ENDPOINT: 'https://s3.example.com',
      S3_BUCKET: 'photos',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'the-secret',
    };

    it.each(Object.keys(bucket))('is refused without %s, which is named, and no secret is', (name) => {
      const refused = () => readConfig({ ...bucket, [name]: '' });
      expect(refused).toThrow(ConfigError);
      expect(refused).toThrow(new RegExp(`^Bad setting\\. ${name}: not set`));
      expect(refused).not.toThrow(/the-secret/);
    });

    it.each([
      ['S3_ENDPOINT', 's3.example.com'],
      ['S3_ENDPOINT', 'https://s3.example.com/photos'],
      ['S3_BUCKET', 'Photos'],
      ['S3_BUCKET', 'a/b'],
      ['S3_REGION', 'a region'],
      ['S3_PREFIX', '/desk'],
      ['S3_PREFIX', 'desk/../other'],
      ['S3_SECRET_ACCESS_KEY', 'the secret'],
    ])('with %s=%s is refused', (name, value) => {
      expect(() => readConfig({ ...bucket, [name]: value })).toThrow(name);
    });

    it('has a usual region, and a prefix that ends in a slash', () => {
      expect(readConfig(bucket).bucket).toMatchObject({ region: 'us-east-1', prefix: '', name: 'photos' });
      expect(readConfig({ ...bucket, S3_PREFIX: 'service/desk' }).bucket?.prefix).toBe('service/desk/');
      expect(readConfig({}).bucket).toBeUndefined();
    });
  });

  it('a blank setting means the default: limits on, no proxy trusted', () => {
    expect(readConfig({ TRUSTED_PROXIES: '', RATE_LIMITS: '' })).toMatchObject({
      rateLimits: true,
      trustedProxies: [],
    });
  });
});

describe('BACKUP_DIR', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'switchboard-config-'));
  const dataDir = path.join(place, 'data');
  const inData = path.join(dataDir, 'backups');
  mkdirSync(inData, { recursive: true });
  mkdirSync(path.join(place, 'data-backups'));
  symlinkSync(inData, path.join(place, 'link'));
  symlinkSync('loop', path.join(place, 'loop'));
  symlinkSync('loop', path.join(dataDir, 'loop'));
  const { patience } = readConfig(TEST_SETTINGS);
  const refusalOf = (backupDir: string, limits = patience, findPlace?: () => Promise<string>) =>
    refuseUnfitBackupDir({ backupDir, dataDir, patience: limits }, findPlace).then(
      () => null,
      (error: Error) => error.message.replaceAll(place, ''),
    );
  afterAll(() => rmSync(place, { recursive: true }));

  const INSIDE =
    'Bad setting. BACKUP_DIR: lies inside DATA_DIR, and would be lost with it; choose a folder on another disk';
  it.each([
    ['data', INSIDE],
    ['data/backups', INSIDE],
    ['link', INSIDE],
    ['data/not-yet', INSIDE],
    ['link/not/yet', INSIDE],
    ['nowhere', null],
    ['data-backups', null],
    ['', null],
    // What no system call can follow is compared by its path, as what is not there.
    ['loop', null],
    ['loop/backups', null],
    ['data/loop', INSIDE],
  ])('"%s": %s', async (name, refusal) => expect(await refusalOf(path.join(place, name))).toBe(refusal));

  it('on a disk that does not answer is compared by its path', async () => {
    const hung = (backupDir: string) =>
      refusalOf(backupDir, { ...patience, readinessMs: 1 }, () => new Promise(() => undefined));
    expect(await hung(path.join(place, 'nowhere'))).toBeNull();
    expect(await hung(inData)).toBe(INSIDE);
  });

  it('need not be set', () => refuseUnfitBackupDir({ backupDir: undefined, dataDir, patience }));
});
