import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api-client.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { formatTime } from '#web/lib/dates.ts';
import { useNow } from '#web/lib/now.ts';
import { useIsOnline } from '#web/lib/useIsOnline.ts';
import classes from './StaleNote.module.css';

type Read = Pick<UseQueryResult, 'data' | 'error' | 'dataUpdatedAt' | 'isFetching' | 'refetch'>;

type Props = {
  /** The reads that the screen is made of. */
  reads: readonly Read[];
  /** The specification's text for a read that failed although there is a connection. */
  failure: string;
};

/** Says since when the data on the screen is out of date and why, with a button that reads it again. Hidden while it is fresh. */
export function StaleNote({ reads, failure }: Props) {
  const { time_zone } = useBusiness();
  const now = useNow();
  const isOnline = useIsOnline();
  const old = reads.filter((read) => read.dataUpdatedAt > 0 && (read.error !== null || !isOnline));
  if (old.length === 0) return null;
  const loadedAt = Math.min(...old.map((read) => read.dataUpdatedAt));
  const isCut = !isOnline || old.some(({ error }) => error instanceof ApiError && error.status === 0);
  return (
    <div className={classes.note} role="status">
      <IconCloudOff size={18} aria-hidden className={classes.icon} />
      <p className={classes.text}>
        Showing what was loaded at {formatTime(loadedAt, now, time_zone)}. {isCut ? 'No connection.' : `${failure}.`}
      </p>
      <Button
        variant="default"
        size="xs"
        loading={old.some(({ isFetching }) => isFetching)}
        onClick={() => void Promise.all(old.map(({ refetch }) => refetch()))}
      >
        Try Again
      </Button>
    </div>
  );
}
