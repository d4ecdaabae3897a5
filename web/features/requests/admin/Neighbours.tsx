import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import classes from './Neighbours.module.css';

type Props = { id: number; among: readonly { id: number }[]; onOpen: (id: number) => void };

/** Leads from an open request to the one before and after it in the list; k and j do the same. */
export function Neighbours({ id, among, onOpen }: Props) {
  const index = among.findIndex((request) => request.id === id);
  const previous = among[index - 1]?.id;
  const next = index < 0 ? undefined : among[index + 1]?.id;
  const go = (to: number | undefined) => () => {
    if (to !== undefined) onOpen(to);
  };
  useHotkeys([
    ['k', go(previous)],
    ['j', go(next)],
  ]);
  if (index < 0 || among.length < 2) return null;
  return (
    <nav className={classes.neighbours} aria-label="Requests of the list">
      <span className={classes.place}>
        {index + 1} of {among.length}
      </span>
      <ActionIcon size={44} aria-label="Previous request" aria-disabled={previous === undefined} onClick={go(previous)}>
        <IconChevronUp size={20} />
      </ActionIcon>
      <ActionIcon size={44} aria-label="Next request" aria-disabled={next === undefined} onClick={go(next)}>
        <IconChevronDown size={20} />
      </ActionIcon>
    </nav>
  );
}
