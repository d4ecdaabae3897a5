import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { type ListPage, placeText } from '#web/lib/paging.ts';
import { pageContent } from '#web/ui/base/behaviour/leave-row.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { useListKeys } from '#web/ui/base/behaviour/useListKeys.ts';
import { useShortcutsOn } from '../dialog/ShortcutSheet.tsx';
import { rowElement } from '../table/DataTable.tsx';
import classes from './Neighbours.module.css';

type Row = { id: number };

/**
 * The row before an open one, and those behind it. `index` is -1 when it is not in the list, `at` when it never was. When it leaves the
 * list, because it was changed or another filter holds, the one that is in its place now is the next.
 */
export function useNeighbours<R extends Row>(id: number, among: readonly R[]) {
  const place = useRef({ id, at: -1 });
  const index = among.findIndex((row) => row.id === id);
  if (index >= 0 || place.current.id !== id) place.current = { id, at: index };
  const { at } = place.current;
  return { index, at, previous: among[at - 1]?.id, behind: at < 0 ? [] : among.slice(index < 0 ? at : at + 1) };
}

/**
 * Where the focus goes when the open row is closed, for `returnTo` of its dialog: to the row, or to the one in its place when it
 * has left the list. Null when it is the row that was opened first, or one that the list never had: then the focus returns to
 * where it was.
 */
export function useWayBack(id: number | null, among: readonly Row[]): () => HTMLElement | null {
  const shown = useLastValue(id) ?? 0;
  const opened = useRef(id);
  const before = useRef(id);
  useEffect(() => {
    if (before.current === null) opened.current = id;
    before.current = id;
  }, [id]);
  const { index, at, previous, behind } = useNeighbours(shown, among);
  return () => {
    if (at < 0 || (index >= 0 && shown === opened.current)) return null;
    const row = index >= 0 ? shown : (behind[0]?.id ?? previous);
    return (row === undefined ? null : rowElement(row)) ?? pageContent();
  };
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
  const { index, previous, behind } = useNeighbours(id, among);
  const next = behind[0]?.id;
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
