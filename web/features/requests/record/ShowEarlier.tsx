import { Button } from '@mantine/core';
import { messageOf } from '#web/lib/api-client.ts';
import classes from './record.module.css';

type Props = {
  /** What is shown, in lower case, such as `notes`. */
  what: string;
  /** How many are not shown yet. */
  left: number;
  /** Whether they are being read. */
  loading: boolean;
  error: Error | null;
  onMore: () => void;
};

/** Leads to what a request has beside its newest entries; nothing when all are shown. */
export function ShowEarlier({ what, left, loading, error, onMore }: Props) {
  if (left <= 0) return null;
  return (
    <div className={classes.earlier}>
      {error && (
        <p className={classes.none} role="alert">
          {messageOf(error, `Failed to load earlier ${what}`)}
        </p>
      )}
      <Button variant="default" size="xs" loading={loading} onClick={onMore}>
        {`Show Earlier ${what[0]?.toUpperCase()}${what.slice(1)} (${left.toLocaleString('en-US')})`}
      </Button>
    </div>
  );
}
