import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RequestSummary } from '#contract/requests.ts';
import { Stars } from '#web/ui/base/Stars.tsx';
import { Time } from '#web/ui/base/Time.tsx';
import { CopyButton } from '#web/ui/mantine/CopyButton.tsx';
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
  /** Further buttons of each card. */
  extra?: (request: R) => ReactNode;
  /** A further badge of each card. */
  mark?: (request: R) => ReactNode;
};

/** A list of requests as cards, for small screens (spec §2). */
export function RequestCards<R extends CardRequest>(props: Props<R>) {
  const { label, rows, action, onOpen, withAssignee = false, stale = false, extra, mark } = props;
  return (
    <ul className={classes.cards} aria-label={label} aria-busy={!rows || stale} data-stale={stale || undefined}>
      {rows
        ? rows.map((request) => (
            <li key={request.id} className={classes.card}>
              <div className={classes.top}>
                <CopyButton text={request.external_id} />
                <Time iso={request.created_at} format="relative" />
              </div>
              <h3 className={classes.title} dir="auto">
                {request.title}
              </h3>
              <p className={classes.who}>
                <bdi>{request.customer.name}</bdi>
                {withAssignee && (
                  <span className={classes.muted}>
                    {' '}
                    · <bdi>{request.assignedTechnician ? request.assignedTechnician.name : 'Unassigned'}</bdi>
                  </span>
                )}
              </p>
              <div className={classes.badges}>
                <StatusBadge status={request.status} />
                <PriorityBadge priority={request.priority} />
                {request.rating && <Stars rating={request.rating} />}
                {mark?.(request)}
              </div>
              <div className={classes.open}>
                <Button
                  variant="default"
                  aria-label={`${action}: ${request.external_id}`}
                  onClick={() => onOpen(request.id)}
                >
                  {action}
                </Button>
                {extra?.(request)}
              </div>
            </li>
          ))
        : ['a', 'b', 'c', 'd'].map((key) => (
            <li key={key} className={classes.card}>
              <Skeleton height={12} width="50%" />
              <Skeleton height={16} width="90%" />
              <Skeleton height={12} width="60%" />
              <Skeleton height={40} />
            </li>
          ))}
    </ul>
  );
}
