import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './ListTop.module.css';

type Props = {
  /** What the rows are, as a hidden heading. */
  heading: string;
  /** How many rows match. */
  count: ReactNode;
  /** What is to be said about the list. It moves no row. */
  notes: ReactNode;
  children?: ReactNode;
};

/** The line above the rows of a list: how many match, what is to be said, and the buttons of the list. */
export const ListTop = ({ heading, count, notes, children }: Props) => (
  <>
    <VisuallyHidden component="h2">{heading}</VisuallyHidden>
    <div className={classes.top}>
      <p className={classes.count} role="status">
        {count}
      </p>
      <div className={classes.notes}>{notes}</div>
      {children}
    </div>
  </>
);

/** Opens the list of the keys. */
export const ShortcutsButton = ({ onOpen }: { onOpen: () => void }) => (
  <ActionIcon
    size={36}
    variant="default"
    aria-label="Keyboard shortcuts"
    aria-keyshortcuts="?"
    title="Keyboard shortcuts"
    onClick={onOpen}
  >
    <IconKeyboard size={18} />
  </ActionIcon>
);
