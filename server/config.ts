import path from 'node:path';
import { z } from 'zod';
import { textLength, textLimits } from '#contract/words/limits.ts';
import { type Patience, patienceOf } from './lib/patience.ts';
import { root } from './lib/root.ts';
import type { Bucket } from './lib/s3-bucket.ts';
import { readScannerAddress, type ScannerAddress } from './scanner.ts';

const MEGABYTE = 1024 * 1024;
const blankIsUnset = (value: unknown) => (value === '' ? undefined : value);
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema);

/** Whether a URL has no path: the site is at the root of its host. The schema has already refused a text that is no URL. */
const isOrigin = (text: string) => {
  const url = URL.parse(text);
  return url === null || url.href === `${url.origin}/`;
};

/** Whether the name and the password in a URL can be read: each `%` begins an encoded sign. */
const hasReadableAccount = (text: string) => {
  const url = URL.parse(text);
  try {
    decodeURIComponent(`${url?.username}${url?.password}`);
    return true;
  } catch {
    return false;
  }
};

/** `Name <address>` or an address alone, in one line, so that no header can follow it. */
const SENDER = /^(?:([^<>\p{Cc}]+)<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u;

/** What a header can carry behind `Bearer `. */
const TOKEN = /^[\x21-\x7e]{16,256}$/;

const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
/** Names between slashes. None is `.` or `..`, which clients and proxies resolve. */
const PREFIX = /^(?!\.{1,2}(?:\/|$))[\w.-]+(?:\/(?!\.{1,2}(?:\/|$))[\w.-]+)*$/;

const schema = z.object({
  PORT: setting(z.coerce.number().int().min(0).max(65_535).default(5000)),
  HOST: setting(z.string().default('0.0.0.0')),
  PUBLIC_URL: setting(
    z
      .url({ protocol: /^https?$/ })
      .refine(isOrigin, 'must be an address like https://service.example.com, without path, query or password')
      .transform((url) => new URL(url).origin)
      .optional(),
  ),
  DATA_DIR: setting(z.string().default(path.join(root, 'data'))).transform((folder) => path.resolve(folder)),
  DATABASE_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  DATABASE_OWNER_URL: setting(z.url({ protocol: /^postgres(ql)?$/ }).optional()),
  ADOPT_DATABASE: setting(z.uuid('must be the id that the refused start printed').optional()),
  ADMIN_EMAIL: setting(z.email().toLowerCase().optional()),
  ADMIN_PASSWORD: setting(z.string().min(6).optional()),
  ADMIN_NAME: setting(
    z
      .string()
      .refine((name) => textLength(name) <= textLimits.name)
      .default('Administrator'),
  ),
  RATE_LIMITS: setting(z.enum(['on', 'off']).default('on')),
  TRUSTED_PROXIES: setting(
    z
      .string()
      .refine((list) => !/\/0+\b/.test(list), 'a network of /0 would trust everyone')
      .transform((list) => list.split(',').map((entry) => entry.trim()))
      .pipe(
        z.array(
          z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], {
            error: 'must be a list of addresses or networks like 10.0.0.0/8',
          }),
        ),
      )
      .optional(),
  ),
  MIN_FREE_DISK_MB: setting(z.coerce.number().int().min(0).default(1024)),
  UPLOAD_QUOTA_MB: setting(z.coerce.number().int().min(1).max(1_000_000).default(300)),
  CLAMD_ADDRESS: setting(
    z
      .string()
      .transform(readScannerAddress)
      .refine((address) => address !== null, 'must be a host and a port like 127.0.0.1:3310, or the path of a socket')
      .optional(),
  ),
  SMTP_URL: setting(
    z
      .url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@mail.example.com:587' })
      .refine(hasReadableAccount, 'has a % in its name or password; write it as %25')
      .optional(),
  ),
  MAIL_FROM: setting(
    z
      .string()
      .regex(SENDER, 'must be an address, or a name and an address like Example Lighting <service@lighting.example>')
      .transform((text) => {
        const [, name, bracketed, alone] = SENDER.exec(text) ?? [];
        return { name: name?.trim() ?? null, address: bracketed ?? alone ?? '' };
      })
      .optional(),
  ),
  AUDIT_KEY: setting(
    z
      .string()
      .regex(/^[\da-f]{64}$/i, 'must be 64 hexadecimal digits')
      .optional(),
  ),
  AUDIT_CHECKPOINT_COPY: setting(z.string().optional()),
  BACKUP_DIR: setting(z.string().optional()),
  BACKUP_PASSPHRASE: setting(z.string().min(12, 'must be 12 letters or longer').optional()),
  S3_ENDPOINT: setting(
    z
      .url({ protocol: /^https?$/, error: 'must be an address like https://s3.example.com' })
      .refine(isOrigin, 'must be an address like https://s3.example.com, without path, query or password')
      .optional(),
  ),
  S3_REGION: setting(
    z
      .string()
      .regex(/^[\w-]{1,64}$/, 'must be a name like eu-central-1')
      .default('us-east-1'),
  ),
  S3_BUCKET: setting(
    z
      .string()
      .regex(BUCKET, 'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens')
      .optional(),
  ),
  S3_ACCESS_KEY_ID: setting(
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be signs of ASCII without spaces')
      .optional(),
  ),
  S3_SECRET_ACCESS_KEY: setting(
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'must be signs of ASCII without spaces')
      .optional(),
  ),
  S3_PREFIX: setting(
    z
      .string()
      .max(200)
      .regex(PREFIX, 'must be names of letters, digits, dots and hyphens, with slashes between them')
      .optional(),
  ),
  PASSWORD_MIN_LENGTH: setting(z.coerce.number().int().min(6).max(128).default(6)),
  DRAIN_SECONDS: setting(z.coerce.number().int().min(0).max(600).default(0)),
  SHUTDOWN_SECONDS: setting(z.coerce.number().int().min(0).max(3_600).default(60)),
  PATIENCE_SECONDS: setting(z.coerce.number().int().min(1).max(600).optional()),
  METRICS_TOKEN: setting(
    z.string().regex(TOKEN, 'must be 16 to 256 letters, digits and signs of ASCII, without spaces').optional(),
  ),
  LOG_LEVEL: setting(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(schema.shape);

export type Config = {
  port: number;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same database with the role that owns the tables, for migrations only. */
  databaseOwnerUrl: string | undefined;
  /** The id of a database to which the data folder belongs from now on, although it belonged to another one. */
  adoptDatabase: string | undefined;
  firstAdmin: { email: string; password: string; name: string } | undefined;
  rateLimits: boolean;
  /** The proxies whose X-Forwarded-For header is trusted; none by default. */
  trustedProxies: readonly string[];
  /** Uploads are refused while the disk of the files has less room than this, in bytes; 0 turns that off. */
  minFreeDiskBytes: number;
  /** How many bytes the visitors of one network may upload in 24 hours. */
  uploadQuotaBytes: number;
  /** Where the virus scanner listens; without it, no file is scanned. */
  scanner: ScannerAddress | undefined;
  /** The mail server; without it, mails are kept as files. */
  smtpUrl: string | undefined;
  /** Whom mails come from, unless the office chose something else. */
  mailFrom: { name: string | null; address: string } | undefined;
  /** The key that seals the audit trail; without it, the key in the data folder. Instances on one database share it. */
  auditKey: Buffer | undefined;
  /** A folder for a copy of every checkpoint of the trail, out of reach for a person who can change the first place. */
  auditCheckpointCopy: string | undefined;
  /** The folder of the back-ups that the product makes by itself. */
  backupDir: string | undefined;
  /** Encrypts back-ups, and opens those that are encrypted. */
  backupPassphrase: string | undefined;
  /** The bucket that keeps the stored files; without it they are in the data folder. */
  bucket: Bucket | undefined;
  passwordMinLength: number;
  /** The seconds that everything but readiness is still served after SIGTERM, so that a load balancer turns away. */
  drainSeconds: number;
  /** The seconds that requests under way, such as uploads, may take then. */
  shutdownSeconds: number;
  /** How long the database, visitors and the event loop may take. */
  patience: Patience;
  /** The secret that opens /metrics; without it nothing is measured. */
  metricsToken: string | undefined;
  logLevel: z.infer<typeof schema>['LOG_LEVEL'];
};

/** The bucket of the settings; undefined when none is set. A part of the settings alone is refused. */
function bucketOf(settings: z.infer<typeof schema>): Bucket | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION, S3_PREFIX } = settings;
  const needed = { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  if (S3_BUCKET && S3_ENDPOINT && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return {
      endpoint: S3_ENDPOINT,
      region: S3_REGION,
      name: S3_BUCKET,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
      prefix: S3_PREFIX ? `${S3_PREFIX}/` : '',
    };
  }
  if (!S3_PREFIX && Object.values(needed).every((value) => value === undefined)) return undefined;
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  throw new ConfigError(
    `Bad setting. ${missing.join(', ')}: not set, although another setting of the bucket is; set all of ${Object.keys(needed).join(', ')}, or none`,
  );
}

/** An unusable setting. The message names it and says why. */
export class ConfigError extends Error {}

/**
 * Reads the settings once, at boot (README, "Settings").
 * @param env the process's environment; an empty variable counts as unset
 * @throws ConfigError that names the bad setting
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`Bad setting. ${lines.join('; ')}`);
  }
  const settings = parsed.data;
  if (Boolean(settings.ADMIN_EMAIL) !== Boolean(settings.ADMIN_PASSWORD)) {
    throw new ConfigError('Bad setting. ADMIN_EMAIL and ADMIN_PASSWORD: set both, or neither');
  }
  if (settings.DATABASE_OWNER_URL && !settings.DATABASE_URL) {
    throw new ConfigError(
      'Bad setting. DATABASE_OWNER_URL: is the owner of the database that DATABASE_URL names; set both',
    );
  }
  return {
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    adoptDatabase: settings.ADOPT_DATABASE,
    firstAdmin:
      settings.ADMIN_EMAIL && settings.ADMIN_PASSWORD
        ? { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD, name: settings.ADMIN_NAME }
        : undefined,
    rateLimits: settings.RATE_LIMITS === 'on',
    trustedProxies: settings.TRUSTED_PROXIES ?? [],
    minFreeDiskBytes: settings.MIN_FREE_DISK_MB * MEGABYTE,
    uploadQuotaBytes: settings.UPLOAD_QUOTA_MB * MEGABYTE,
    scanner: settings.CLAMD_ADDRESS ?? undefined,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    auditKey: settings.AUDIT_KEY ? Buffer.from(settings.AUDIT_KEY, 'hex') : undefined,
    auditCheckpointCopy: settings.AUDIT_CHECKPOINT_COPY && path.resolve(settings.AUDIT_CHECKPOINT_COPY),
    backupDir: settings.BACKUP_DIR && path.resolve(settings.BACKUP_DIR),
    backupPassphrase: settings.BACKUP_PASSPHRASE,
    bucket: bucketOf(settings),
    passwordMinLength: settings.PASSWORD_MIN_LENGTH,
    drainSeconds: settings.DRAIN_SECONDS,
    shutdownSeconds: settings.SHUTDOWN_SECONDS,
    patience: patienceOf(settings.PATIENCE_SECONDS),
    metricsToken: settings.METRICS_TOKEN,
    logLevel: settings.LOG_LEVEL,
  };
}
