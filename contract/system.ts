import { z } from 'zod';
import { backupRun } from './backups.ts';
import { endpoint } from './endpoint.ts';
import { time } from './text.ts';
import { backupFolderProblems } from './words/backups.ts';
import { systemLevels } from './words/system.ts';

const figuresOf = <S extends z.ZodRawShape>(shape: S) =>
  z.object({
    level: z.enum(systemLevels),
    /** What to do, or that nothing needs to be done. */
    advice: z.string(),
    /** Null when they could not be read. */
    figures: z.object(shape).nullable(),
  });

const room = z.object({ free_bytes: z.number(), size_bytes: z.number() });

/** The health of the product, for admins. Each part is read separately, so that an unreadable one hides no other. */
const systemState = z.object({
  at: time,
  version: z.string(),
  started_at: time,
  /** The worst level of all parts. */
  level: z.enum(systemLevels),
  database: figuresOf({
    postgres: z.string(),
    bytes: z.number(),
    connections: z.int(),
    connections_max: z.int(),
  }),
  disk: figuresOf({ data: room, backups: room.nullable() }),
  backups: figuresOf({
    enabled: z.boolean(),
    /** Whether BACKUP_DIR is set. */
    has_folder: z.boolean(),
    /** Why no back-up can be written there at this moment; null when one can. */
    folder_problem: z.enum(backupFolderProblems).nullable(),
    /** Whether it is on the disk of the data, and would be lost with it. */
    shares_disk: z.boolean(),
    made: backupRun.nullable(),
    failed: backupRun.nullable(),
    /** The latest back-ups, newest first. */
    runs: z.array(backupRun),
  }),
  jobs: figuresOf({
    waiting: z.int(),
    failing: z.array(z.object({ name: z.string(), count: z.int(), since: time, error: z.string() })),
  }),
  mail: figuresOf({ server: z.string().nullable(), waiting: z.int(), failed: z.int() }),
  scanner: figuresOf({
    /** Whether uploads are scanned for viruses. */
    enabled: z.boolean(),
    /** Null while the scanner does not answer. */
    version: z.string().nullable(),
    /** When its signatures were made; null when it does not say. */
    signatures_at: time.nullable(),
  }),
  trail: figuresOf({
    sealed: z.number(),
    unsealed_seconds: z.number(),
    verified_at: time.nullable(),
    holds: z.boolean().nullable(),
  }),
});
export type SystemState = z.infer<typeof systemState>;

export const system = {
  /** Returns 200 while the process is running. */
  health: endpoint({
    kind: 'json',
    summary: 'Returns 200 while the process is running.',
    refuses: [],
    method: 'GET',
    path: '/health',
    access: 'public',
    response: z.object({ status: z.literal('ok') }),
  }),
  /** Returns 200 only while the database responds. `degraded`: calls are served, but entries of the audit trail have been unsealed for over a minute. */
  ready: endpoint({
    kind: 'json',
    summary:
      'Returns 200 while the database responds and accepts writes, with the status degraded while entries of the audit trail are unsealed.',
    refuses: [],
    method: 'GET',
    path: '/ready',
    access: 'public',
    response: z.object({ status: z.enum(['ready', 'degraded']) }),
  }),
  /** Reads all parts for one response, each within a second or two. */
  state: endpoint({
    kind: 'json',
    summary: 'Returns the health of the product: database, disks, back-ups, jobs, mail and audit trail.',
    refuses: [],
    method: 'GET',
    path: '/system',
    access: ['admin'],
    response: z.object({ system: systemState }),
  }),
};
