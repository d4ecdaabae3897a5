import { ActionIcon, Button, Input } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import classes from './RowList.module.css';

type ListProps = {
  label: string;
  /** What is wrong with the list as a whole, such as too many rows. */
  error: string | undefined;
  addLabel: string;
  addButton: Ref<HTMLButtonElement>;
  onAdd: () => void;
  /** One `Row` each. */
  children: readonly ReactNode[];
};

/** A list in the form: its rows, what is wrong with it, and the button that adds a row. */
export function RowList({ label, error, addLabel, addButton, onAdd, children }: ListProps) {
  return (
    <>
      {children.length > 0 && (
        <ul className={classes.rows} aria-label={label}>
          {children}
        </ul>
      )}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <Button
        ref={addButton}
        className={classes.add}
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={onAdd}
      >
        {addLabel}
      </Button>
    </>
  );
}

type RowProps = {
  /** Names the row for screen readers: "Remove Christmas Day". */
  removeLabel: string;
  onRemove: () => void;
  /** A line below the fields. */
  note?: ReactNode;
  children: ReactNode;
};

/** One row of a list: its fields, and the button that removes it. */
export function Row({ removeLabel, onRemove, note, children }: RowProps) {
  return (
    <li className={classes.row}>
      {children}
      <ActionIcon className={classes.remove} size={44} aria-label={removeLabel} onClick={onRemove}>
        <IconTrash size={18} />
      </ActionIcon>
      {note && <p className={classes.note}>{note}</p>}
    </li>
  );
}
