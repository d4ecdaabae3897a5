import type { BackupRun } from '#contract/backups.ts';
import type { SystemState } from '#contract/system.ts';

const AT = Date.parse('2026-03-10T14:00:00Z');
const ago = (hours: number) => new Date(AT - hours * 3_600_000).toISOString();

const aRun = (id: number, hours: number, fields: Partial<BackupRun> = {}): BackupRun => ({
  id,
  state: 'made',
  by_hand: false,
  started_at: ago(hours),
  ended_at: ago(hours - 0.02),
  folder: ago(hours)
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-'),
  bytes: 58_300_000 + id * 10_000,
  row_count: 15_200 + id,
  file_count: 1_900 + id,
  verified: true,
  error: null,
  removed_at: null,
  ...fields,
});

const failed = {
  state: 'failed',
  folder: null,
  bytes: null,
  row_count: null,
  file_count: null,
  verified: false,
  error: 'The disk of the back-ups is full. Make room on it, or keep fewer back-ups.',
} as const;

/** A product that is well in every part. */
export function aFineSystem(): SystemState {
  const runs = [8, 32, 56, 80].map((hours, index) =>
    aRun(90 - index, hours, index === 3 ? { removed_at: ago(8) } : {}),
  );
  return {
    at: ago(0),
    version: '0.1.0',
    started_at: ago(200),
    level: 'fine',
    backups: {
      level: 'fine',
      advice: 'The last back-up was read back, and is whole.',
      figures: {
        enabled: true,
        has_folder: true,
        folder_problem: null,
        shares_disk: false,
        made: runs[0] ?? null,
        failed: null,
        runs,
      },
    },
    database: {
      level: 'fine',
      advice: 'The database answers.',
      figures: { postgres: '18.4', bytes: 640_000_000, connections: 14, connections_max: 100 },
    },
    disk: {
      level: 'fine',
      advice: 'There is room enough.',
      figures: {
        data: { free_bytes: 182e9, size_bytes: 250e9 },
        backups: { free_bytes: 1.4e12, size_bytes: 2e12 },
      },
    },
    jobs: { level: 'fine', advice: 'All jobs are done in time.', figures: { waiting: 0, failing: [] } },
    mail: {
      level: 'fine',
      advice: 'Mails go out.',
      figures: { server: 'mail.example.com:587', waiting: 1, failed: 0 },
    },
    scanner: {
      level: 'fine',
      advice: 'Uploads are scanned for viruses.',
      figures: { enabled: true, version: 'ClamAV 1.4.6', signatures_at: ago(20) },
    },
    trail: {
      level: 'fine',
      advice: 'The audit trail held at its last verification.',
      figures: { sealed: 48_211, unsealed_seconds: 0, verified_at: ago(60), holds: true },
    },
  };
}

/** A product in trouble, of which one part cannot even be read. */
export function aBadSystem(): SystemState {
  const runs = [
    aRun(93, 1, failed),
    aRun(92, 2, { ...failed, by_hand: true }),
    aRun(91, 3, failed),
    ...[58, 82].map((hours, index) => aRun(90 - index, hours)),
  ];
  return {
    ...aFineSystem(),
    level: 'bad',
    backups: {
      level: 'bad',
      advice: 'The last back-up failed. Remove its cause, then press Back Up Now.',
      figures: {
        enabled: true,
        has_folder: true,
        folder_problem: null,
        shares_disk: false,
        made: runs[3] ?? null,
        failed: runs[0] ?? null,
        runs,
      },
    },
    database: {
      level: 'warning',
      advice: 'Most connections are in use. Raise max_connections in PostgreSQL, or run fewer programs on it.',
      figures: { postgres: '18.4', bytes: 640_000_000, connections: 84, connections_max: 100 },
    },
    disk: {
      level: 'bad',
      advice: 'The next back-up does not fit on its disk. Make room there, or keep fewer back-ups.',
      figures: {
        data: { free_bytes: 182e9, size_bytes: 250e9 },
        backups: { free_bytes: 12e6, size_bytes: 2e12 },
      },
    },
    jobs: {
      level: 'bad',
      advice: '1 job failed after all tries. The reason stands below; the log says more.',
      figures: {
        waiting: 3,
        failing: [
          { name: 'reports.figures', count: 4, since: ago(5), error: 'canceling statement due to statement timeout' },
        ],
      },
    },
    mail: {
      level: 'warning',
      advice: '12 mails failed. The Send Log says why. There they are sent again or set aside.',
      figures: { server: 'mail.example.com:587', waiting: 4, failed: 12 },
    },
    scanner: {
      level: 'bad',
      advice: 'The virus scanner does not answer: files are refused. Start clamd again, or take CLAMD_ADDRESS away.',
      figures: { enabled: true, version: null, signatures_at: null },
    },
    trail: {
      level: 'unknown',
      advice: 'This could not be read in time. It is tried again; if it stays, look at the log of the server.',
      figures: null,
    },
  };
}
