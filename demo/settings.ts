import path from 'node:path';
import { settingNames } from '#server/config.ts';
import { root } from '#server/lib/root.ts';

/** The settings that the demo has in common with the real product: how it listens, and its limits. */
const KEPT: readonly string[] = [
  'PORT',
  'PUBLIC_URL',
  'TRUSTED_PROXIES',
  'RATE_LIMITS',
  'MIN_FREE_DISK_MB',
  'UPLOAD_QUOTA_MB',
  'PASSWORD_MIN_LENGTH',
  'DRAIN_SECONDS',
  'SHUTDOWN_SECONDS',
  'PATIENCE_SECONDS',
  'METRICS_TOKEN',
  'LOG_LEVEL',
];

/**
 * The settings that the demo replaces, all but those above: the others name real data, real places, real people and their keys. Its
 * mails are kept as files, because its people are made up.
 * @param env the environment of `npm run demo`; a blank variable counts as unset
 */
export function demoSettings(env: Record<string, string | undefined>): Record<string, string> {
  const replaced = settingNames.filter((name) => !KEPT.includes(name)).map((name) => [name, '']);
  return {
    ...Object.fromEntries(replaced),
    DATA_DIR: path.resolve(env.DEMO_DATA_DIR || path.join(root, 'demo-data')),
    // The demo prints its passwords, so only this machine may reach it, unless HOST is set.
    HOST: env.HOST || '127.0.0.1',
  };
}
