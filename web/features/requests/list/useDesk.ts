import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#contract/api.ts';
import type { RequestSummary } from '#contract/request-answers.ts';
import { useDeskKeys, useListDesk } from '#web/domain/useListDesk.ts';
import { call } from '#web/lib/api-client.ts';
import { type Dispatch, endsMany } from '../dispatch/dispatch.ts';
import type { MenuKind, RowMenu } from '../dispatch/row-menu.ts';
import { useDispatch } from '../dispatch/useDispatch.ts';
import { requestQueries } from '../requests.api.ts';
import { exportQueryOf } from '../requests.filters.ts';
import type { ListProps } from './list-props.ts';

const none: readonly RequestSummary[] = [];

/** Everything that the rows of a list can do: the common desk with the menus, changes and keys of requests. */
export function useDesk({ list, filters, onOpen, readOnly = false }: ListProps, isSmall: boolean) {
  const { matched = 0, more_match: isMore = false, requests: shown = none } = list.data ?? {};
  const desk = useListDesk<RequestSummary, RowMenu>({
    rows: shown,
    matching: {
      key: JSON.stringify([exportQueryOf(filters), filters.page]),
      matched,
      isMore,
      readPage: async (page) =>
        (await call(api.requests.list, { query: { ...exportQueryOf(filters), ...page } })).requests,
      failure: 'Failed to load requests',
    },
  });
  const { rows } = desk;
  const change = useDispatch(({ isBulk }, ids) => isBulk && rows.chooseAlso(ids));
  // Read before the first menu opens, so that it opens complete.
  useQuery({ ...requestQueries.assignees(), enabled: !readOnly });

  const openFor = (kind: MenuKind) => desk.openFor(kind, (of) => ({ kind, ...of }));
  useDeskKeys(desk, {
    onOpen,
    isSmall,
    changing: readOnly
      ? null
      : [
          ['a', () => openFor('assign')],
          ['s', () => openFor('status')],
        ],
  });

  const send = (next: Dispatch) => {
    if (next.isBulk) rows.clear();
    else rows.goOn(next.kind);
    change.send(next);
  };
  const [asked, setAsked] = useState<Dispatch | null>(null);

  return {
    ...desk,
    progress: change.progress,
    dispatch: (next: Dispatch) => (endsMany(next) ? setAsked(next) : send(next)),
    question: {
      change: asked,
      onConfirm: (next: Dispatch) => {
        setAsked(null);
        send(next);
      },
      onCancel: () => setAsked(null),
    },
  };
}
export type Desk = ReturnType<typeof useDesk>;
