import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestFile } from '#contract/files.ts';
import type { RequestDetail } from '#contract/request-answers.ts';
import { requestQueries } from '../requests.api.ts';
import { type Note, splitNotes } from './notes.ts';

/** What reads the next step, and what is known of it. */
type More = { left: number; loading: boolean; error: Error | null; onMore: () => void };

/** The reads behind a button: the first press begins them. */
function useSteps() {
  const [isWanted, setWanted] = useState(false);
  const moreOf = (
    read: { isFetching: boolean; error: Error | null; fetchNextPage: () => unknown; refetch: () => unknown },
    left: number,
  ): More => ({
    left,
    loading: isWanted && read.isFetching,
    error: isWanted ? read.error : null,
    onMore() {
      if (!isWanted) setWanted(true);
      else if (read.error) void read.refetch();
      else void read.fetchNextPage();
    },
  });
  return { isWanted, moreOf };
}

/** The notes of a request that are loaded, oldest first, each with its number from the oldest. */
export function useNotes({ id, notes, notes_total }: Pick<RequestDetail, 'id' | 'notes' | 'notes_total'>) {
  const newest = splitNotes(notes);
  const first = Math.max(1, notes_total - newest.length + 1);
  const { isWanted, moreOf } = useSteps();
  const read = useInfiniteQuery({ ...requestQueries.earlierNotes(id, first), enabled: isWanted && first > 1 });
  const earlier = read.data?.pages.toReversed().flatMap((page) => splitNotes(page.notes)) ?? [];
  const left = first - 1 - earlier.length;
  const entries = [...earlier, ...newest].map((note, nth): Note & { nth: number } => ({ ...note, nth: left + nth }));
  return { entries, more: moreOf(read, left) };
}

/** The files of a request that are loaded, oldest first. */
export function useFiles({ id, files, files_total }: Pick<RequestDetail, 'id' | 'files' | 'files_total'>) {
  const [oldest] = files;
  const { isWanted, moreOf } = useSteps();
  const read = useInfiniteQuery({
    ...requestQueries.earlierFiles(id, oldest?.id ?? ''),
    enabled: isWanted && oldest !== undefined && files_total > files.length,
  });
  const earlier: RequestFile[] = read.data?.pages.toReversed().flatMap((page) => page.files) ?? [];
  return { files: [...earlier, ...files], more: moreOf(read, files_total - files.length - earlier.length) };
}
