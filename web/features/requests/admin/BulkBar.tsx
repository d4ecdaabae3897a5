import { ActionIcon, Button } from '@mantine/core';
import { IconProgress, IconUserCheck, IconX } from '@tabler/icons-react';
import type { RequestSummary } from '#contract/requests.ts';
import classes from './BulkBar.module.css';
import type { MenuKind, OpenMenu } from './row-menu.ts';

type Props = { rows: readonly RequestSummary[]; onMenu: OpenMenu; onClear: () => void };

const buttons = [
  ['assign', 'Assign', IconUserCheck],
  ['status', 'Set Status', IconProgress],
] as const satisfies readonly (readonly [MenuKind, string, typeof IconX])[];

/** What can be done with the chosen requests: a bar at the lower edge of the window, so that no row moves. */
export function BulkBar({ rows, onMenu, onClear }: Props) {
  return (
    <section className={classes.bar} aria-label="Selected requests">
      <p className={classes.count}>{rows.length} selected</p>
      {buttons.map(([kind, label, Icon]) => (
        <Button
          key={kind}
          variant="default"
          size="xs"
          leftSection={<Icon size={16} />}
          aria-haspopup="listbox"
          data-bulk={kind}
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
