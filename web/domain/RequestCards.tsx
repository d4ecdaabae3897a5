import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequestSummary } from '#contract/request-answers.ts';
import { Found } from '#web/ui/base/content/Found.tsx';
import { Stars } from '#web/ui/base/content/Stars.tsx';
import { Time } from '#web/ui/base/content/Time.tsx';
import { CopyButton } from '#web/ui/mantine/content/CopyButton.tsx';
import { CardList } from '#web/ui/mantine/table/CardList.tsx';
import type { ActiveRow, Selection } from '#web/ui/mantine/table/DataTable.tsx';
import { PriorityBadge } from './PriorityBadge.tsx';
import classes from './RequestCards.module.css';
import type { ListedRequest } from './request-columns.tsx';
import { StatusBadge } from './StatusBadge.tsx';

type CardRequest = ListedRequest & Partial<Pick<RequestSummary, 'assignedTechnician' | 'rating'>>;

type Props<R extends CardRequest> = {
  label: string;
  rows: readonly R[] | undefined;
  action: string;
  onOpen: (id: number) => void;
  /** Whether the cards name the assignee. The technician's own list does not need it. */
  withAssignee?: boolean;
  stale?: boolean;
  /** What changes the status and the assignee; it shows both in their place. */
  controls?: (request: R) => ReactNode;
  /** Further buttons of each card. */
  extra?: (request: R) => ReactNode;
  /** A further badge of each card. */
  mark?: (request: R) => ReactNode;
  /** A text beside the status. */
  note?: (request: R) => string;
  /** Lets requests be chosen. */
  selection?: Selection<R>;
  active?: ActiveRow;
};

/** A list of requests as cards, for small screens (spec §2). */
export function RequestCards<R extends CardRequest>(props: Props<R>) {
  const { action, onOpen, withAssignee = false, controls, extra, mark, note, ...list } = props;
  return (
    <CardList
      {...list}
      rowKey={({ id }) => id}
      // In the office's lists, most cards have a line for the town.
      lines={[26, 24, ...(withAssignee ? [14] : []), ...(extra ? [26, 50] : [controls ? 32 : 30])]}
      className={classes.card}
    >
      {(request) => (
        <>
          <div className={classes.line}>
            <h3 className={classes.title} dir="auto">
              <Found>{request.title}</Found>
            </h3>
            <PriorityBadge priority={request.priority} />
          </div>
          <p className={`${classes.line} ${classes.facts}`}>
            <CopyButton text={request.external_id} />
            <bdi className={classes.who} title={request.customer.name}>
              <Found>{request.customer.name}</Found>
            </bdi>
            {request.town && (
              <bdi className={classes.town} title={request.town}>
                <Found>{request.town}</Found>
              </bdi>
            )}
            <span className={classes.time}>
              <Time iso={request.created_at} format="short" />
            </span>
          </p>
          <div className={classes.work}>
            {controls ? (
              controls(request)
            ) : (
              <>
                <StatusBadge status={request.status} />
                {withAssignee && <bdi className={classes.who}>{request.assignedTechnician?.name ?? 'Unassigned'}</bdi>}
              </>
            )}
            {request.rating && <Stars rating={request.rating} short />}
            {mark?.(request)}
            {note && (
              <bdi className={classes.who} title={note(request)}>
                <Found>{note(request)}</Found>
              </bdi>
            )}
            <span className={extra ? classes.buttons : classes.open}>
              <Button
                variant="default"
                size={extra ? 'sm' : 'xs'}
                aria-label={`${action}: ${request.external_id}`}
                onClick={() => onOpen(request.id)}
              >
                {action}
              </Button>
              {extra?.(request)}
            </span>
          </div>
        </>
      )}
    </CardList>
  );
}
