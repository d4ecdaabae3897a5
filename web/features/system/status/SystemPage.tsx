import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { SystemState } from '#contract/system.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { Time } from '#web/ui/base/content/Time.tsx';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { systemQueries } from '../system.api.ts';
import { levelTones, summaryOf } from '../system.view.ts';
import { BackupPart } from './BackupPart.tsx';
import { LevelIcon } from './Part.tsx';
import { DatabasePart, DiskPart, JobsPart, MailPart, ScannerPart, TrailPart } from './Parts.tsx';
import classes from './SystemPage.module.css';

const FAILURE = 'Failed to load the state of the system';
const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

/** How the product stands: every part with what to do, before something breaks. */
export function Component() {
  const state = useQuery(systemQueries.state());
  return (
    <>
      <PageHead title="System" intro="How Switchboard is doing, and what to do before something breaks." />
      <StaleNote reads={[state]} failure={FAILURE} />
      {state.data ? (
        <Shown system={state.data} />
      ) : state.isLoadingError ? (
        <ErrorState
          title={messageOf(state.error, FAILURE)}
          error={state.error}
          onRetry={() => void state.refetch()}
          busy={state.isFetching}
        />
      ) : (
        <div className={classes.loading} role="status" aria-label="Loading the state of the system">
          <Skeleton height={260} />
          <div className={classes.parts}>
            {SKELETONS.map((key) => (
              <Skeleton key={key} height={180} />
            ))}
          </div>
        </div>
      )}
    </>
  );
}

function Shown({ system }: { system: SystemState }) {
  return (
    <>
      <div className={classes.summary} data-tone={levelTones[system.level]}>
        <LevelIcon level={system.level} size={26} />
        <div>
          <p className={classes.sentence} role="status">
            {summaryOf(system)}
          </p>
          <p className={classes.about}>
            Version {system.version}, started <Time iso={system.started_at} format="relative" />
          </p>
        </div>
      </div>
      <BackupPart backups={system.backups} />
      <div className={classes.parts}>
        <DatabasePart database={system.database} />
        <DiskPart disk={system.disk} />
        <JobsPart jobs={system.jobs} />
        <MailPart mail={system.mail} />
        <ScannerPart scanner={system.scanner} />
        <TrailPart trail={system.trail} />
      </div>
    </>
  );
}
