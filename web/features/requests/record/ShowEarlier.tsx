import { Button } from '@mantine/core';
import { numberText } from '#contract/texts/report-texts.ts';
import { messageOf } from '#web/lib/api-client.ts';
import classes from './record.module.css';

type Props = {
  what: 'Notes' | 'Files';
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
          {messageOf(error, `Failed to load earlier ${what.toLowerCase()}`)}
        </p>
      )}
      <Button variant="default" size="xs" loading={loading} onClick={onMore}>
        {`Show Earlier ${what} (${numberText(left)})`}
      </Button>
    </div>
  );
}
