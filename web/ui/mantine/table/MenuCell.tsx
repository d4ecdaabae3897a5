import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './MenuCell.module.css';

type Props = {
  /** Which menu it opens, so that a key finds it. */
  kind: string;
  /** What it changes, and how that is now. */
  label: string;
  /** Gets the pressed element, and the card that the menu must not cover. */
  onOpen: (at: { anchor: HTMLElement; beside: HTMLElement | null }) => void;
  children: ReactNode;
};

/** A cell of a list that is a button: it shows a value and opens the menu that changes it. */
export const MenuCell = ({ kind, label, onOpen, children }: Props) => (
  <button
    type="button"
    className={classes.cell}
    data-menu={kind}
    aria-haspopup="listbox"
    aria-label={label}
    onClick={({ currentTarget: anchor }) => onOpen({ anchor, beside: anchor.closest('li') })}
  >
    {children}
    <IconChevronDown size={14} className={classes.chevron} aria-hidden />
  </button>
);
