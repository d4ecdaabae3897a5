import { Button, CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { HELD_DAYS, type HeldRequest } from '#contract/requests/held.ts';
import { paths } from '#contract/words/paths.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useAddressFilters } from '#web/lib/useAddressFilters.ts';
import { focusPage } from '#web/ui/base/behaviour/leave-row.ts';
import { useLastValue } from '#web/ui/base/behaviour/useLastValue.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { List } from '#web/ui/mantine/list/List.tsx';
import shared from '../request-list.module.css';
import { requestQueries, useDecideHeld } from '../requests.api.ts';
import { HELD_PAGE_SIZE, heldFilters } from '../requests.filters.ts';
import { HeldCards } from './HeldCards.tsx';

const FAILURE = 'Failed to load held requests';
const failures = { accept: 'Failed to accept the request', delete: 'Failed to delete the request' };

/** The requests that came with something in the hidden field, each with all of its content, to be accepted or deleted. */
export function HeldRequests({ readOnly = false }: { readOnly?: boolean }) {
  const { filters, change } = useAddressFilters(heldFilters);
  const list = useQuery(requestQueries.held(filters));
  const decide = useDecideHeld();
  const [asked, setAsked] = useState<HeldRequest | null>(null);
  const [decided, setDecided] = useState<{ how: 'accept' | 'delete'; external_id: string; id: number } | null>(null);
  const shown = useLastValue(asked);
  const act = (request: HeldRequest, how: 'accept' | 'delete') => {
    setDecided(null);
    decide.mutate(
      { id: request.id, how },
      { onSuccess: (made) => setDecided({ how, external_id: request.external_id, id: made?.id ?? 0 }) },
    );
  };
  const { variables, error, isPending, isIdle } = decide;
  const ids = list.data?.held.map(({ id }) => id).join();
  // A request that anyone has decided about goes, with the button that had the focus.
  useEffect(() => {
    if (ids !== undefined && !isIdle && document.activeElement === document.body) focusPage();
  }, [ids, isIdle]);
  return (
    <div className={shared.page}>
      <PageHead
        title="Held Requests"
        intro={`They came with text in a field that people can’t see. Each is deleted after ${HELD_DAYS} days.`}
        action={
          <Button component={Link} to={readOnly ? paths.auditorRequests : paths.adminRequests} variant="default">
            {readOnly ? 'Requests' : 'All Requests'}
          </Button>
        }
      />
      <StaleNote reads={[list]} failure={FAILURE} />
      {error && (
        <Notice tone="danger" action={<CloseButton aria-label="Dismiss" c="inherit" onClick={decide.reset} />}>
          {messageOf(error, failures[variables?.how ?? 'accept'])}
        </Notice>
      )}
      {decided && (
        <Notice
          tone="success"
          action={<CloseButton aria-label="Dismiss" c="inherit" onClick={() => setDecided(null)} />}
        >
          {decided.how === 'delete' ? (
            `Request ${decided.external_id} deleted.`
          ) : (
            <>
              Request {decided.external_id} accepted.{' '}
              <Link to={paths.adminDashboard({ requestId: decided.id })}>Open Request</Link>
            </>
          )}
        </Notice>
      )}
      <List
        read={list}
        failure={messageOf(list.error, FAILURE)}
        rows={list.data?.held}
        empty={{
          title: 'No held requests',
          hint: 'A request waits here when text was in a field of the form that people can’t see.',
        }}
        pages={{
          page: filters.page,
          rows: list.data?.total ?? 0,
          size: HELD_PAGE_SIZE,
          onPage: (page) => change({ page }),
        }}
      >
        <HeldCards
          rows={list.data?.held}
          stale={list.isPlaceholderData}
          pending={isPending ? variables : null}
          onAccept={readOnly ? null : (request) => act(request, 'accept')}
          onDelete={setAsked}
        />
      </List>
      <ConfirmDialog
        opened={asked !== null}
        title={`Delete request ${shown?.external_id ?? ''}?`}
        hint="The customer’s tracking ID stops working, and the photos are deleted. This can’t be undone."
        confirm="Delete"
        cancel="Keep"
        onConfirm={() => {
          setAsked(null);
          if (asked) act(asked, 'delete');
        }}
        onCancel={() => setAsked(null)}
      />
    </div>
  );
}
