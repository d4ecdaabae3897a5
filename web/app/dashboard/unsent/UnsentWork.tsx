import { Button } from '@mantine/core';
import { useCallback } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import type { Outcome } from '#web/lib/outbox/outbox.ts';
import { endOf } from '#web/lib/outbox/tries.ts';
import { useOutbox, useOutboxItems, useOutcomes, useSending } from '#web/lib/outbox/useOutbox.ts';
import { useUnsentOfOthers } from '#web/lib/outbox/useUnsentOfOthers.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';

/** The screens whose own bar says what waits. */
const WITH_BAR: readonly string[] = [paths.technicianDashboard(), paths.technicianRequests];

/** Sends the user's unsent work from every dashboard screen, and says what of it, and of other people's, is on this device. */
export function UnsentWork({ userId }: { userId: number }) {
  useSending();
  const { pathname } = useLocation();
  const others = useUnsentOfOthers(userId);
  return (
    <>
      {!WITH_BAR.includes(pathname) && <Mine />}
      {others > 0 && (
        <Notice tone="info">
          This device holds {others === 1 ? 'an unsent update' : `${others} unsent updates`} from someone else. Only
          they can see it, and it’s sent when they sign in here.
        </Notice>
      )}
    </>
  );
}

function Mine() {
  const outbox = useOutbox();
  const toasts = useToasts();
  const waiting = useOutboxItems().filter(({ stage }) => stage !== 'draft' && stage !== 'sending');
  useOutcomes(
    useCallback(
      ({ kind, name }: Outcome) => {
        if (kind === 'arrived' || kind === 'handed_over') toasts.show({ text: `${name}: ${endOf[kind]}` });
      },
      [toasts],
    ),
  );
  if (waiting.length === 0) return null;
  const isRefused = waiting.some(({ stage }) => stage === 'refused');
  return (
    <Notice
      tone="warning"
      action={
        isRefused ? (
          <Button component={Link} to={paths.technicianDashboard()} variant="default">
            Review
          </Button>
        ) : (
          <Button
            variant="default"
            loading={waiting.some(({ isSending }) => isSending)}
            onClick={() => void outbox.deliverAll()}
          >
            Send Now
          </Button>
        )
      }
    >
      {waiting.length === 1 ? '1 update hasn’t' : `${waiting.length} updates haven’t`} reached the office yet.
    </Notice>
  );
}
