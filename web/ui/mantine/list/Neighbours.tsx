import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { type ListPage, placeText } from '#web/lib/paging.ts';
import { useListKeys } from '#web/ui/base/behaviour/useListKeys.ts';
import { useShortcutsOn } from '../dialog/ShortcutSheet.tsx';
import classes from './Neighbours.module.css';

type Row = { id: number };

/**
 * The rows before and after an open one. When it leaves the list, because it was changed or another filter holds, the one
 * that is in its place now is the next.
 */
export function useNeighbours(id: number, among: readonly Row[]) {
  const place = useRef({ id, at: -1 });
  const index = among.findIndex((row) => row.id === id);
  if (index >= 0 || place.current.id !== id) place.current = { id, at: index };
  const { at } = place.current;
  return { index, previous: among[at - 1]?.id, next: at < 0 ? undefined : among[index < 0 ? at : at + 1]?.id };
}

type Props = {
  id: number;
  among: readonly Row[];
  /** Undefined when it is not known: then nothing is said of the place. */
  listPage: ListPage | undefined;
  onOpen: (id: number) => void;
  /** What a row is, such as `request`. */
  noun: string;
};

/** Leads from an open row to the one before and after it in the list; k and j do the same. */
export function Neighbours({ id, among, listPage, onOpen, noun }: Props) {
  const { index, previous, next } = useNeighbours(id, among);
  const go = (to: number | undefined) => () => {
    if (to !== undefined) onOpen(to);
  };
  const [areKeysOn] = useShortcutsOn();
  const nav = useRef<HTMLElement>(null);
  useListKeys(
    [
      ['k', go(previous)],
      ['j', go(next)],
    ],
    areKeysOn,
    nav,
  );
  if (previous === undefined && next === undefined) return null;
  return (
    <nav
      ref={nav}
      className={classes.neighbours}
      aria-label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)}s of the list`}
    >
      <span className={classes.place}>{listPage && index >= 0 && placeText(index, listPage)}</span>
      <ActionIcon
        size={44}
        aria-label={`Previous ${noun}`}
        aria-disabled={previous === undefined}
        onClick={go(previous)}
      >
        <IconChevronUp size={20} />
      </ActionIcon>
      <ActionIcon size={44} aria-label={`Next ${noun}`} aria-disabled={next === undefined} onClick={go(next)}>
        <IconChevronDown size={20} />
      </ActionIcon>
    </nav>
  );
}
