import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './BulkBar.module.css';

type Props = { label: string; count: string; onClear: () => void; children: ReactNode };

/** What can be done with the chosen rows: a bar at the lower edge of the window, so that no row moves. */
export const BulkBar = ({ label, count, onClear, children }: Props) => (
  <section className={classes.bar} aria-label={label}>
    <p className={classes.count} role="status">
      {count}
    </p>
    {children}
    <ActionIcon size={30} aria-label="Clear selection" onClick={onClear}>
      <IconX size={16} />
    </ActionIcon>
  </section>
);

/** How far a change of many rows is, in the place of the bar. */
export const BulkProgress = ({ children }: { children: ReactNode }) => (
  <p className={classes.bar} role="status">
    {children}
  </p>
);
