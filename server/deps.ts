import { hkdfSync } from 'node:crypto';
import path from 'node:path';
import type { PoolConfig } from 'pg';
import type { z } from 'zod';
import type { Endpoint, EventsEndpoint, ExportEndpoint, InputOf, JsonEndpoint } from '#contract/endpoint.ts';
import { openShelf, type Shelf } from './backup/shelf.ts';
import { type Bus, openBus } from './bus.ts';
import type { Config } from './config.ts';
import { createClock } from './db/clock.ts';
import { openInstallation } from './db/installation.ts';
import { type Database, databaseOn, openPool, type PoolFigures } from './db/pool.ts';
import { shareConnection } from './db/shared-connection.ts';
import { type Announcer, autocommit, inTransaction, type Tx } from './db/transaction.ts';
import { type Documents, openDocuments } from './documents.ts';
import { type Exports, openExports } from './exports.ts';
import { type CheckpointBucket, openCheckpointBucket } from './features/audit/seal/copies.service.ts';
import { auditFiles, openAuditKey } from './features/audit/seal/outside.service.ts';
import { createWrittenEntries, type WrittenEntries } from './features/audit/seal/written.rules.ts';
import { type LiveStreams, openLiveStreams } from './features/live/live.streams.service.ts';
import {
  businessDetails,
  followSettings,
  type LiveSettings,
  openSettings,
} from './features/settings/settings.live.service.ts';
import { openFiles } from './files.ts';
import { createJobs, type Jobs, type Schedule, type Task } from './jobs.ts';
import type { PrincipalOf } from './lib/actor.ts';
import { type Batches, createBatches } from './lib/batches.ts';
import type { CsvFile } from './lib/csv.ts';
import { dataFolder } from './lib/data-folder.ts';
import type { Download } from './lib/download.ts';
import type { FileStore } from './lib/file-store.ts';
import type { Upload } from './lib/inbox.ts';
import { createLimits, type Limits, unlimited } from './lib/limits.ts';
import type { LineFile } from './lib/line-file.ts';
import type { Log } from './lib/log.ts';
import { createPasswords, type Passwords } from './lib/passwords.ts';
import { root } from './lib/root.ts';
import { newTrackingId } from './lib/tracking-id.ts';
import { type Mail, openMail } from './mail.ts';
import { openReads, type Reads } from './reads.ts';
import { createScanner, type Scanner } from './scanner.ts';

/** The identity of this installation. The data folder and the database have the same id. */
export type Installation = {
  id: string;
  /** The copy of the id in the data folder. */
  idFile: string;
  /** Whether the database had no table of Switchboard before this start. */
  databaseCreated: boolean;
};

/** Everything with side effects, built once. Tests may replace the clock and the tracking IDs. */
export type Deps = {
  config: Config;
  /** The contractor's details; they change while the product runs. */
  settings: LiveSettings;
  /** The address of the database, for work that needs a connection of its own. */
  connection: PoolConfig;
  /** The database, for reads. */
  db: Database;
  /** The same database over one shared connection, for the most frequent reads of one row by its key. */
  lookups: Database;
  /**
   * Runs `work` in one transaction. The `deps` inside lack `db`, which does not see the uncommitted rows. In a call by a member
   * of staff it is refused when their session has ended meanwhile (`onBehalfOf`).
   * @param options.endsSession whether `work` itself ends the session of the caller
   */
  transaction<T>(work: (tx: Tx, deps: TxDeps) => Promise<T>, options?: { endsSession?: boolean }): Promise<T>;
  /** Runs one writing statement without a transaction, for upkeep that needs no event. */
  autocommit<T>(write: (tx: Tx) => Promise<T>): Promise<T>;
  /** Messages between the instances. */
  bus: Bus;
  /** The open streams of live updates in this instance. */
  live: LiveStreams;
  /** Schedules and tasks, each of which one of the instances runs. */
  jobs: Jobs;
  files: FileStore;
  /** Looks for viruses in uploads; null when none is set. */
  scanner: Scanner | null;
  /** The folder of the back-ups; null when none is set. */
  shelf: Shelf | null;
  /** Renders documents that are no pages: the pictures of shared links, and PDFs. */
  documents: Documents;
  /** Who may export now, and the connections for it. */
  exports: Exports;
  /** The reads of signed-in people and of API keys, and the connections for them. */
  reads: Reads;
  /** The pools of connections to the database, by who uses them. */
  pools: Readonly<Record<'calls' | 'reads' | 'exports', PoolFigures>>;
  /** Hands mails to the mail server, or keeps them as files. */
  mail: Mail;
  installation: Installation;
  /** Signs the customers' links to work orders. Derived from the audit key as well. */
  workOrderKey: Buffer;
  /** Signs the short-lived paths of files. Derived from the audit key, so that the database alone opens no file. */
  fileKey: Buffer;
  /** Makes the tokens of links in mails, and signs previews. Derived from the audit key. */
  linkKey: Buffer;
  /** Seals the audit trail. It is kept outside the database, like the file of the checkpoints. */
  auditKey: Buffer;
  /** The entries of the trail that this process has written and not yet seen with their seals. */
  written: WrittenEntries;
  checkpoints: LineFile;
  /** The second place of the checkpoints; null when none is set. */
  checkpointCopy: LineFile | null;
  /** The second place of the checkpoints when none is set, but a bucket. */
  checkpointBucket: CheckpointBucket | null;
  passwords: Passwords;
  limits: Limits;
  batches: Batches;
  log: Log;
  /** The database's time. */
  now(): Date;
  newTrackingId(): string;
  /** Saves waiting batches and closes the database. */
  close(): Promise<void>;
};

/** The dependencies inside a transaction. */
export type TxDeps = Omit<
  Deps,
  'db' | 'connection' | 'lookups' | 'transaction' | 'autocommit' | 'jobs' | 'exports' | 'reads' | 'pools' | 'close'
> & {
  jobs: Pick<Jobs, 'send'>;
};

/** One event of a stream. After a break, the browser sends the `id` of its last event. */
export type StreamedEvent<D = unknown> = { id?: string; data: D };

type AnswerOf<E extends Endpoint> = E extends JsonEndpoint
  ? z.input<E['response']>
  : E extends EventsEndpoint
    ? AsyncIterable<StreamedEvent<z.input<E['event']>>>
    : E extends ExportEndpoint
      ? CsvFile
      : Download;

/** The function behind an endpoint: it takes the actor and the parsed input, and returns an answer that fits the schema. */
export type UseCase<E extends Endpoint> = (
  deps: Deps,
  actor: PrincipalOf<E>,
  input: InputOf<E, Upload>,
) => Promise<AnswerOf<E>>;

/** A repeated task of a feature; see `Schedule`. */
export type ScheduledJob = Pick<Schedule, 'name' | 'cron' | 'atStart'> & {
  run: (deps: Deps, stopping: AbortSignal) => Promise<unknown>;
};

/** Something that a feature does once, soon; see `Task`. */
export type FeatureTask = Pick<Task, 'name'> & { run: (deps: Deps, stopping: AbortSignal) => Promise<unknown> };

/** One use case for every endpoint of a feature, under the same name. */
export type UseCases<G extends Record<string, Endpoint>> = { readonly [K in keyof G]: UseCase<G[K]> };

/** How long the virus scanner may take for a file of at most 5 MB. */
const SCAN_MS = 30_000;

const keyFor = (purpose: string, auditKey: Buffer) => Buffer.from(hkdfSync('sha256', auditKey, '', purpose, 32));

/**
 * Opens database and files. The database must be migrated.
 * @param options.created whether the database had no table of Switchboard before this start
 * @param options.announcer makes the announcer from the dependencies that reactions may use
 * @param options.now replaces the database's time, in tests
 * @throws InstallationMismatch before anything was changed, when database and data folder do not belong together
 */
export async function createDeps(options: {
  config: Config;
  connection: PoolConfig;
  created: boolean;
  log: Log;
  announcer: (deps: TxDeps) => Announcer;
  now?: () => Date;
}): Promise<Deps> {
  const { config, connection, created, log } = options;
  // Closed in reverse order when a later step fails, or else by `close`.
  await using opened = new AsyncDisposableStack();
  const onError = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  const pool = openPool(connection, onError);
  const db = databaseOn(pool);
  opened.defer(() => db.destroy());
  const files = await openFiles(config);
  const idFile = dataFolder(config.dataDir).installationId;
  const { dataDir: folder, adoptDatabase: adopt } = config;
  const id = await openInstallation(db, { folder, idFile, store: files, created, adopt, log });
  const audit = auditFiles(config);
  const clock = await createClock(db, log);
  opened.defer(() => clock.stop());
  const now = options.now ?? clock.now;
  const auditKey = await openAuditKey(config, db, log);
  const settings = await openSettings(db, businessDetails, { now: now(), log });
  const bus = await openBus(connection, log);
  opened.defer(() => bus.close());
  await followSettings(settings, bus, log);
  const live = await openLiveStreams({ db, bus, now, log, limited: config.rateLimits });
  opened.defer(() => live.close());
  if (!config.rateLimits) log.warn({}, 'RATE_LIMITS=off: no call is limited; for load tests only');
  const documents = openDocuments(path.join(root, 'dist', 'ssr'), path.join(root, 'documents', 'pdf'));
  opened.defer(() => documents.close());
  const exports = openExports(connection, { onError });
  opened.defer(() => exports.close());
  const reads = openReads(connection, { onError, limited: config.rateLimits });
  opened.defer(() => reads.close());
  const batches = createBatches((name, error) => log.error({ err: error, batch: name }, 'a batch could not be saved'));
  opened.defer(() => batches.flush());
  // Half the time of a readiness check, so that the System page shows what does not answer, and the rest.
  const shortMs = config.patience.readinessMs / 2;
  const deps: Deps = {
    config,
    settings,
    connection,
    db,
    lookups: shareConnection(pool),
    transaction: (work) => inTransaction(pool, announcer, (tx) => work(tx, deps)),
    autocommit: (write) => autocommit(db, write),
    bus,
    live,
    jobs: createJobs({ pool, bus, log }),
    files,
    scanner: config.scanner ? createScanner(config.scanner, { scanMs: SCAN_MS, versionMs: shortMs }) : null,
    shelf: config.backupDir ? openShelf(config.backupDir, { dataDir: config.dataDir, ms: shortMs }) : null,
    documents,
    exports,
    reads,
    pools: { calls: pool, reads: reads.pool, exports: exports.pool },
    mail: openMail(config),
    installation: { id, idFile, databaseCreated: created },
    fileKey: keyFor('paths of files', auditKey),
    workOrderKey: keyFor('links to work orders', auditKey),
    linkKey: keyFor('links in mails', auditKey),
    auditKey,
    written: createWrittenEntries(),
    checkpoints: audit.checkpoints,
    checkpointCopy: audit.checkpointCopy,
    checkpointBucket: await openCheckpointBucket(config, { auditKey, checkpoints: audit.checkpoints, log }),
    passwords: await createPasswords(),
    limits: config.rateLimits ? createLimits(pool, now) : unlimited,
    batches,
    log,
    now,
    newTrackingId,
    close: () => closing.disposeAsync(),
  };
  const announcer = options.announcer(deps);
  const closing = opened.move();
  return deps;
}
