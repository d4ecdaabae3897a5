import type { Deps } from '#server/deps.ts';
import { sealingState } from '../audit/seal/seal.service.ts';
import { lastVerdict } from '../audit/verify/verifications.service.ts';
import { backupState } from '../backups/backups.service.ts';
import { countMails } from '../mail/mail.outbox.service.ts';
import { listQueues } from './system.figures.repo.ts';

/** Jobs and mails are counted up to this, so that a count costs milliseconds however many there are. */
export const COUNTED_MOST = 10_000;

/** How the sealing and the last verification of the audit trail stand. */
export async function trailFigures(deps: Pick<Deps, 'db' | 'now'>) {
  const { sealed, waitingSince } = await sealingState(deps);
  const verdict = await lastVerdict(deps);
  const unsealedSeconds = waitingSince ? Math.max(0, deps.now().getTime() - waitingSince.getTime()) / 1_000 : 0;
  return { sealed, unsealedSeconds, verdict };
}

export type Figures = Awaited<ReturnType<typeof readFigures>>;

/** What the database knows of the state of the product. Statement by statement: it never takes more than one connection. */
export async function readFigures(deps: Pick<Deps, 'db' | 'now'>) {
  const queues = await listQueues(deps.db, COUNTED_MOST);
  const mails = await countMails(deps, COUNTED_MOST);
  const backup = await backupState(deps);
  return { queues, mails, backup, ...(await trailFigures(deps)) };
}
