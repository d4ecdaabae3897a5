import type { system } from '#contract/system.ts';
import { BACKUPS_SHOWN } from '#contract/words/backups.ts';
import type { Deps, UseCase } from '#server/deps.ts';
import { diskOf, type Room } from '#server/lib/disk.ts';
import { inTime } from '#server/lib/patience.ts';
import { readVersion } from '#server/lib/version.ts';
import { lookAtFolder } from '../backups/backups.folder.service.ts';
import { backupState, lastRuns } from '../backups/backups.service.ts';
import { countMails } from '../mail/mail.outbox.service.ts';
import { listFailing, listQueues, readDatabase } from './system.figures.repo.ts';
import { COUNTED_MOST, trailFigures } from './system.figures.service.ts';
import * as rules from './system.rules.ts';

const version = readVersion();

const presentRoom = ({ freeBytes, sizeBytes }: Room) => ({ free_bytes: freeBytes, size_bytes: sizeBytes });

/** Reads a part and judges it. A part that cannot be read within the time of a readiness check says so, and hides no other. */
async function part<T>(deps: Deps, name: string, read: () => Promise<T>, judge: (figures: T) => rules.Verdict) {
  try {
    const figures = await inTime(read(), deps.config.patience.readinessMs);
    return { ...judge(figures), figures };
  } catch (error) {
    deps.log.warn({ err: error, part: name }, 'a part of the system could not be read');
    return { ...rules.UNREADABLE, figures: null };
  }
}

async function readBackups(deps: Deps) {
  const state = await backupState(deps);
  const { problem: folder_problem, has_own_disk } = await lookAtFolder(deps);
  const folder = {
    has_folder: deps.config.backupDir !== undefined,
    folder_problem,
    shares_disk: has_own_disk === false,
  };
  return { ...state, ...folder, runs: await lastRuns(deps, BACKUPS_SHOWN) };
}

async function readJobs({ db }: Deps) {
  const queues = await listQueues(db, COUNTED_MOST);
  const failing = await listFailing(db);
  return {
    waiting: queues.reduce((sum, queue) => sum + queue.waiting, 0),
    failing: failing.map(rules.presentFailing),
  };
}

async function readTrail(deps: Deps) {
  const { sealed, unsealedSeconds, verdict } = await trailFigures(deps);
  const verified = { verified_at: verdict?.at.toISOString() ?? null, holds: verdict?.holds ?? null };
  return { sealed: Number(sealed), unsealed_seconds: unsealedSeconds, ...verified, verdict };
}

/** A scanner that is away is this part's own failure, and not one of reading it. */
async function readScanner({ scanner }: Deps) {
  const answer = await scanner?.version().catch(() => null);
  return {
    enabled: scanner !== null,
    version: answer?.version ?? null,
    signatures_at: answer?.signatures?.toISOString() ?? null,
  };
}

/** Returns the health of the product: the figures of its metrics, with a verdict and advice for each part. */
export const state: UseCase<typeof system.state> = async (deps) => {
  const { config, now, shelf } = deps;
  const [database, backups, jobs, mail, scanner, trail] = await Promise.all([
    part(
      deps,
      'database',
      () => readDatabase(deps.db),
      ({ connections, connections_max: max }) => rules.judgeDatabase({ connections, max }),
    ),
    part(
      deps,
      'backups',
      () => readBackups(deps),
      (figures) => rules.judgeBackups(figures, now()),
    ),
    part(
      deps,
      'jobs',
      () => readJobs(deps),
      ({ waiting, failing }) => rules.judgeJobs({ waiting, failing: failing.length }),
    ),
    part(
      deps,
      'mail',
      async () => ({ server: deps.mail.server, ...(await countMails(deps, COUNTED_MOST)) }),
      ({ server, ...counts }) => rules.judgeMail({ hasServer: server !== null, ...counts }),
    ),
    part(
      deps,
      'scanner',
      () => readScanner(deps),
      (figures) => rules.judgeScanner(figures, now()),
    ),
    part(
      deps,
      'trail',
      () => readTrail(deps),
      ({ unsealed_seconds, verdict }) => rules.judgeTrail({ unsealedSeconds: unsealed_seconds, verdict }, now()),
    ),
  ]);
  const disk = await part(
    deps,
    'disk',
    async () => {
      const backups = await shelf?.room();
      // A folder that is away is the back-ups' own failure.
      return { data: presentRoom(await diskOf(config.dataDir)), backups: backups ? presentRoom(backups) : null };
    },
    (figures) =>
      rules.judgeDisk(figures, { minFree: config.minFreeDiskBytes, backup: backups.figures?.made?.bytes ?? null }),
  );
  const parts = { database, disk, backups, jobs, mail, scanner, trail };
  return {
    system: {
      at: now().toISOString(),
      version,
      started_at: new Date(now().getTime() - process.uptime() * 1_000).toISOString(),
      level: rules.worstOf(Object.values(parts).map(({ level }) => level)),
      ...parts,
    },
  };
};
