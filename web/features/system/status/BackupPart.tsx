import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { BackupRun } from '#contract/backups.ts';
import type { SystemState } from '#contract/system.ts';
import { paths } from '#contract/words/paths.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { sizeText, spanText } from '../../backups/backups.view.ts';
import { useStartBackup } from '../system.api.ts';
import { runLabels, runTones, secondsOf, titleOf } from '../system.view.ts';
import classes from './BackupPart.module.css';
import { Part } from './Part.tsx';

/** The back-ups: how they stand, the last ones, and a button that makes one at once. */
export function BackupPart({ backups }: Pick<SystemState, 'backups'>) {
  const start = useStartBackup();
  const { figures } = backups;
  const isRunning = figures?.runs.some(({ state }) => state === 'running') ?? false;
  return (
    <Part title={titleOf('backups')} {...backups}>
      {start.isError && <Notice tone="danger">{messageOf(start.error, 'The back-up could not be started')}</Notice>}
      <div className={classes.actions}>
        <Button loading={start.isPending} disabled={!figures?.has_folder || isRunning} onClick={() => start.mutate()}>
          {isRunning ? 'Backing Up' : 'Back Up Now'}
        </Button>
        <Link to={paths.adminBackups}>Back-up settings</Link>
      </div>
      {figures &&
        (figures.runs.length ? (
          <ol className={classes.runs} aria-label="Last back-ups">
            {figures.runs.map((run) => (
              <Run key={run.id} run={run} />
            ))}
          </ol>
        ) : (
          <p className={classes.none}>No back-up was made yet.</p>
        ))}
    </Part>
  );
}

/** One back-up: when, how it ended, and what it holds, or why there is none. */
function Run({ run }: { run: BackupRun }) {
  const seconds = secondsOf(run);
  const facts = [
    run.by_hand ? 'Asked for' : 'By itself',
    run.state !== 'running' && seconds !== null && spanText(seconds),
    run.bytes !== null && sizeText(run.bytes),
    run.file_count !== null && `${run.file_count.toLocaleString('en-US')} ${run.file_count === 1 ? 'file' : 'files'}`,
    run.verified && 'read back',
    run.removed_at && 'removed since',
  ];
  return (
    <li className={classes.run}>
      <span className={classes.state}>
        <Badge tone={runTones[run.state]} dot>
          {runLabels[run.state]}
        </Badge>
      </span>
      <span className={classes.when}>
        <Time iso={run.started_at} />
      </span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
      {run.error && <span className={classes.error}>{run.error}</span>}
    </li>
  );
}
