import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './BulkBar.module.css';
import { PageCheckBox, type WholePage } from './CheckBox.tsx';

type Props = {
  label: string;
  count: string;
  /** Offers to choose more rows than the page has. */
  offer: ReactNode;
  /** The checkbox of the whole page, for cards: a table has it in its head. */
  wholePage: WholePage | null;
  onClear: () => void;
  children: ReactNode;
};

/** What can be done with the chosen rows: a bar at the lower edge of the window, so that no row moves. */
export const BulkBar = ({ label, count, offer, wholePage, onClear, children }: Props) => (
  <section className={classes.bar} aria-label={label} data-bulk-bar>
    <div className={classes.head}>
      {wholePage && <PageCheckBox {...wholePage} isLarge />}
      <p className={classes.count} role="status">
        {count}
      </p>
      {offer}
    </div>
    {children}
    <ActionIcon size={30} className={classes.clear ?? ''} aria-label="Clear selection" onClick={onClear}>
      <IconX size={16} />
    </ActionIcon>
  </section>
);

/** How far a change of many rows is, in the place of the bar. */
export const BulkProgress = ({ children }: { children: ReactNode }) => (
  <p className={classes.bar} role="status" data-bulk-bar>
    {children}
  </p>
);
