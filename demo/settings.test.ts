import path from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { root } from '#server/lib/root.ts';
import { demoSettings } from './settings.ts';

it('the demo reaches nothing of the installation in whose environment it starts', () => {
  const real = {
    DATA_DIR: '/srv/data',
    DATABASE_URL: 'postgres://desk@db.example/desk',
    DATABASE_OWNER_URL: 'postgres://owner@db.example/desk',
    ADOPT_DATABASE: '7f1b5a0e-3c52-4d7b-9a0e-5f0f6f4f3f10',
    ADMIN_EMAIL: 'olive@office.example',
    ADMIN_PASSWORD: 'lights-on-7',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'service@office.example',
    AUDIT_KEY: 'ab'.repeat(32),
    AUDIT_CHECKPOINT_COPY: '/mnt/checkpoints',
    BACKUP_DIR: '/mnt/backups',
    BACKUP_PASSPHRASE: 'nine poles and one lamp',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'photos',
    S3_PREFIX: 'desk',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'the-secret',
  };
  const kept = { PORT: '5090', LOG_LEVEL: 'warn' };
  const demo = readConfig({ ...real, ...kept, ...demoSettings({ ...real, ...kept }) });
  expect(demo).toEqual(readConfig({ ...kept, DATA_DIR: path.join(root, 'demo-data'), HOST: '127.0.0.1' }));
});

it('DEMO_DATA_DIR and HOST say where the demo is', () => {
  expect(demoSettings({ DEMO_DATA_DIR: '/tmp/demo', HOST: '0.0.0.0' })).toMatchObject({
    DATA_DIR: '/tmp/demo',
    HOST: '0.0.0.0',
  });
  expect(demoSettings({ DEMO_DATA_DIR: '', HOST: '' }).HOST).toBe('127.0.0.1');
});
