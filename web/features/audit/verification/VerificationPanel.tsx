import { Button, Progress, Skeleton } from '@mantine/core';
import { IconShieldCheck, IconShieldOff, IconShieldQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { AuditVerification } from '#contract/audit.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { useNow } from '#web/lib/now.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import '#web/ui/base/style/tones.css';
import { auditQueries, useRefreshTrail, useStartVerification } from '../audit.api.ts';
import { numberText } from '../audit.view.ts';
import { type Finding, findingOf } from './finding.ts';
import classes from './VerificationPanel.module.css';

const icons = { success: IconShieldCheck, danger: IconShieldOff, neutral: IconShieldQuestion } as const;

/**
 * Verifies the audit trail. The verification runs on the server: the panel shows how far it has come, also after a reload and
 * when someone else has begun it, and what the last one found.
 */
export function VerificationPanel() {
  const latest = useQuery(auditQueries.verification());
  const start = useStartVerification();
  const { time_zone } = useBusiness();
  const now = useNow();
  useRefreshWhenDone(latest.data?.state);
  const running = latest.data?.state === 'running' ? latest.data : null;
  const finding = latest.data === undefined ? null : findingOf(latest.data, now, time_zone);
  const Icon = icons[finding?.tone ?? 'neutral'];
  return (
    <section className={classes.panel} data-tone={finding?.tone ?? 'neutral'} aria-label="Verification">
      <Icon size={28} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        {finding ? (
          <Words finding={finding} verification={latest.data ?? null} />
        ) : latest.isLoadingError ? (
          <p className={classes.title}>The last verification could not be loaded</p>
        ) : (
          <Skeleton height={20} width="60%" my={6} />
        )}
        {start.isError && (
          <Notice tone="danger">{messageOf(start.error, 'The verification could not be started')}</Notice>
        )}
      </div>
      {latest.isLoadingError ? (
        <Button variant="default" loading={latest.isFetching} onClick={() => void latest.refetch()}>
          Try Again
        </Button>
      ) : (
        <Button
          className={classes.button}
          loading={start.isPending}
          disabled={!finding || running !== null}
          onClick={() => start.mutate()}
        >
          {running ? 'Verifying' : latest.data ? 'Verify Again' : 'Verify'}
        </Button>
      )}
      {running && <Running verification={running} />}
    </section>
  );
}

function Words({ finding, verification }: { finding: Finding; verification: AuditVerification | null }) {
  return (
    // Announced when it changes: the person may have been reading something else meanwhile.
    <div role={finding.tone === 'danger' ? 'alert' : 'status'} className={classes.words}>
      <p className={classes.title}>{finding.title}</p>
      {finding.lines.map((line) => (
        <p key={line} className={classes.line}>
          {line}
        </p>
      ))}
      {verification?.finished_at && (
        <p className={classes.line}>
          Verified by <bdi>{verification.started_by.name}</bdi>{' '}
          <Time iso={verification.finished_at} format="relative" />.
        </p>
      )}
    </div>
  );
}

function Running({ verification: { checked, total } }: { verification: AuditVerification }) {
  const share = total > 0 ? Math.min(100, (checked / total) * 100) : 0;
  return (
    <div className={classes.running}>
      <Progress.Root size={8}>
        <Progress.Section value={share} aria-label="Progress of the verification" />
      </Progress.Root>
      <p className={classes.line}>
        {total > 0
          ? `${numberText(checked)} of ${numberText(total)} entries checked`
          : 'Starting. You can leave this page; the verification goes on.'}
      </p>
    </div>
  );
}

/** Reads the counts and the list again when a verification ends, because its verdict is an entry of the trail. */
function useRefreshWhenDone(state: AuditVerification['state'] | undefined) {
  const refresh = useEffectEvent(useRefreshTrail());
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'running' && state !== 'running') void refresh();
    before.current = state;
  }, [state]);
}
