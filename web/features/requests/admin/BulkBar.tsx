import { ActionIcon, Button } from '@mantine/core';
import { IconProgress, IconUserCheck, IconX } from '@tabler/icons-react';
import type { RequestSummary } from '#contract/request-answers.ts';
import classes from './BulkBar.module.css';
import type { MenuKind, OpenMenu } from './row-menu.ts';
import type { AllMatching } from './useAllMatching.ts';

type Props = {
  rows: readonly RequestSummary[];
  all: AllMatching;
  onMenu: OpenMenu;
  onClear: () => void;
};

const buttons = [
  ['assign', 'Assign', IconUserCheck],
  ['status', 'Set Status', IconProgress],
] as const satisfies readonly (readonly [MenuKind, string, typeof IconX])[];

/** "All 312", or "The first 1,000" of more. */
const share = (count: number, { isCut }: AllMatching) =>
  `${isCut ? 'the first' : 'all'} ${count.toLocaleString('en-US')} that match`;
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What can be done with the chosen requests: a bar at the lower edge of the window, so that no row moves. */
export function BulkBar({ rows, all, onMenu, onClear }: Props) {
  return (
    <section className={classes.bar} aria-label="Selected requests">
      <p className={classes.count} role="status">
        {all.rows ? `${capital(share(rows.length, all))} are selected` : `${rows.length} selected`}
      </p>
      {!all.rows && all.offer > 0 && (
        <Button variant="default" size="xs" loading={all.isReading} onClick={all.choose}>
          Select {share(all.offer, all)}
        </Button>
      )}
      {buttons.map(([kind, label, Icon]) => (
        <Button
          key={kind}
          variant="default"
          size="xs"
          leftSection={<Icon size={16} />}
          aria-haspopup="listbox"
          data-bulk={kind}
          disabled={all.isReading}
          onClick={(event) => onMenu({ kind, rows, anchor: event.currentTarget, isBulk: true })}
        >
          {label}
        </Button>
      ))}
      <ActionIcon size={30} aria-label="Clear selection" onClick={onClear}>
        <IconX size={16} />
      </ActionIcon>
    </section>
  );
}

/** How far a change of many requests is, in the place of the bar. */
export const BulkProgress = ({ answered, total }: { answered: number; total: number }) => (
  <p className={classes.bar} role="status">
    {answered.toLocaleString('en-US')} of {total.toLocaleString('en-US')} requests are done
  </p>
);
