import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { Deps } from './deps.ts';
import { type Figures, readFigures } from './features/system/system.figures.service.ts';
import { diskOf, shared } from './lib/disk.ts';
import { inTime } from './lib/patience.ts';
import { readVersion } from './lib/version.ts';

/** The database is read at most this often, however often the metrics are. */
const KEPT_MS = 5_000;
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** An answered call. Each field is one of few: a route is a pattern, never the address that was sent. */
export type MeasuredCall = { method: string; route: string; status: string };

export type CallMetrics = {
  registry: Registry;
  /** @param seconds left out for a stream, which is open as long as its reader likes */
  count(call: MeasuredCall, seconds?: number): void;
};

/** Counts calls. A process measures them only when somebody may read the metrics. */
export function createCallMetrics(): CallMetrics {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({
    name: 'switchboard_http_requests_total',
    help: 'Requests that have ended. Status "cut off": the connection ended before there was an answer.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'switchboard_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer, without event streams.',
    labelNames: ['method', 'route'] as const,
    buckets: BUCKETS,
    registers,
  });
  return {
    registry,
    count(call, seconds) {
      calls.inc(call);
      if (seconds !== undefined) durations.observe({ method: call.method, route: call.route }, seconds);
    },
  };
}

/** A gauge that is read when the metrics are. Without a value it is left out. */
function gauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.remove();
      const value = await Promise.resolve()
        .then(read)
        .catch(() => null);
      if (value !== null) this.set(value);
    },
  });
}

/** What the process knows by itself, whatever the state of the database. */
function ownMetrics(
  { config, pools, shelf }: Pick<Deps, 'config' | 'pools' | 'shelf'>,
  openStreams: () => number,
): Registry {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const version = readVersion();
  new Gauge({
    name: 'switchboard_build_info',
    help: 'Always 1. The label says which version runs.',
    labelNames: ['version'] as const,
    registers,
  }).set({ version }, 1);
  gauge(registry, 'switchboard_event_streams', 'Open streams of live updates.', openStreams);
  new Gauge({
    name: 'switchboard_database_connections',
    help: 'Connections of each pool to the database.',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
      }
    },
  });
  new Gauge({
    name: 'switchboard_database_connections_max',
    help: 'The most connections that each pool may have.',
    labelNames: ['pool'] as const,
    registers,
    collect() {
      for (const [pool, { options }] of Object.entries(pools)) this.set({ pool }, options.max);
    },
  });
  new Gauge({
    name: 'switchboard_database_waiting',
    help: 'Statements and transactions that wait for a connection of each pool.',
    labelNames: ['pool'] as const,
    registers,
    collect() {
      for (const [pool, { waitingCount }] of Object.entries(pools)) this.set({ pool }, waitingCount);
    },
  });
  const disk = shared(() => diskOf(config.dataDir), config.patience.readinessMs);
  gauge(registry, 'switchboard_disk_free_bytes', 'Free on the disk of DATA_DIR.', async () => (await disk()).freeBytes);
  gauge(registry, 'switchboard_disk_size_bytes', 'Size of the disk of DATA_DIR.', async () => (await disk()).sizeBytes);
  const backupDisk = async () => {
    const room = await shelf?.room();
    if (!room) throw new Error('there is no disk of back-ups');
    return room;
  };
  gauge(
    registry,
    'switchboard_backup_disk_free_bytes',
    'Free on the disk of BACKUP_DIR.',
    async () => (await backupDisk()).freeBytes,
  );
  gauge(
    registry,
    'switchboard_backup_disk_size_bytes',
    'Size of the disk of BACKUP_DIR.',
    async () => (await backupDisk()).sizeBytes,
  );
  return registry;
}

const secondsOf = (iso: string) => Date.parse(iso) / 1_000;

/** What is read from the database. */
function storedMetrics(): { registry: Registry; set: (figures: Figures) => void } {
  const registry = new Registry();
  const registers = [registry];
  const one = (name: string, help: string) => new Gauge({ name, help, registers });
  const byQueue = (name: string, help: string) => new Gauge({ name, help, labelNames: ['queue'] as const, registers });
  const jobs = {
    waiting: byQueue('switchboard_jobs_waiting', 'Jobs that wait for an instance, counted up to 10,000.'),
    failed: byQueue('switchboard_jobs_failed', 'Jobs of the last week that failed for good, as of the last minute.'),
  };
  const mails = {
    waiting: one('switchboard_mails_waiting', 'Mails that wait to be sent, counted up to 10,000.'),
    failed: one(
      'switchboard_mails_failed',
      'Mails in the Send Log that were given up and are not set aside, counted up to 10,000.',
    ),
  };
  const backup = {
    enabled: one('switchboard_backup_enabled', 'Whether back-ups are made by themselves.'),
    madeAt: one('switchboard_backup_last_success_timestamp_seconds', 'When the last back-up was whole.'),
    size: one('switchboard_backup_last_success_size_bytes', 'Size of the last back-up.'),
    duration: one('switchboard_backup_last_success_duration_seconds', 'How long the last back-up took.'),
    failedAt: one('switchboard_backup_last_failure_timestamp_seconds', 'When a back-up last failed.'),
  };
  const audit = {
    sealed: one('switchboard_audit_sealed_entries', 'Sealed entries of the audit trail.'),
    unsealed: one(
      'switchboard_audit_oldest_unsealed_seconds',
      'Age of the oldest entry without a seal; 0 without one.',
    ),
    verified: one('switchboard_audit_verified_timestamp_seconds', 'When the trail was last verified to the end.'),
    holds: one('switchboard_audit_verified_intact', 'Whether the trail held at its last verification.'),
  };
  return {
    registry,
    set({ queues, ...figures }) {
      for (const state of ['waiting', 'failed'] as const) {
        jobs[state].reset();
        for (const queue of queues) jobs[state].set({ queue: queue.name }, queue[state]);
        mails[state].set(figures.mails[state]);
      }
      const { enabled, made, failed } = figures.backup;
      backup.enabled.set(enabled ? 1 : 0);
      for (const each of [backup.madeAt, backup.size, backup.duration, backup.failedAt]) each.remove();
      if (made?.ended_at) {
        backup.madeAt.set(secondsOf(made.ended_at));
        backup.size.set(made.bytes ?? 0);
        backup.duration.set(secondsOf(made.ended_at) - secondsOf(made.started_at));
      }
      if (failed?.ended_at) backup.failedAt.set(secondsOf(failed.ended_at));
      audit.sealed.set(figures.sealed);
      audit.unsealed.set(figures.unsealedSeconds);
      audit.verified.remove();
      audit.holds.remove();
      if (!figures.verdict) return;
      audit.verified.set(figures.verdict.at.getTime() / 1_000);
      audit.holds.set(figures.verdict.holds ? 1 : 0);
    },
  };
}

/**
 * Reads the figures of the database at most every five seconds, and never twice at the same time. Null: the database does not
 * answer, or not in time.
 */
function figuresOf(deps: Pick<Deps, 'db' | 'now' | 'config'>): () => Promise<Figures | null> {
  let latest: { at: number; figures: Promise<Figures | null>; isRead: boolean } | undefined;
  const read = (at: number) => {
    const reading = { at, figures: readFigures(deps).catch(() => null), isRead: false };
    void reading.figures.then(() => {
      reading.isRead = true;
    });
    return reading;
  };
  return async () => {
    const at = deps.now().getTime();
    if (!latest || (latest.isRead && Math.abs(at - latest.at) >= KEPT_MS)) latest = read(at);
    return inTime(latest.figures, deps.config.patience.readinessMs).catch(() => null);
  };
}

export type Metrics = {
  contentType: string;
  /** All metrics in Prometheus's text format. */
  read(): Promise<string>;
};

/** Opens the metrics of this instance (docs/METRICS.md). */
export function openMetrics(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'pools' | 'shelf'>,
  { calls, openStreams }: { calls: CallMetrics; openStreams: () => number },
): Metrics {
  const own = ownMetrics(deps, openStreams);
  const stored = storedMetrics();
  const figures = figuresOf(deps);
  let isUp = 0;
  gauge(
    own,
    'switchboard_database_up',
    'Whether the database answered; 0 leaves out all that is read there.',
    () => isUp,
  );
  return {
    contentType: own.contentType,
    async read() {
      const known = await figures();
      isUp = known ? 1 : 0;
      if (known) stored.set(known);
      const registries = [calls.registry, own, ...(known ? [stored.registry] : [])];
      return (await Promise.all(registries.map((registry) => registry.metrics()))).join('');
    },
  };
}
