import type { DomainEvent } from '#contract/events.ts';
import { partNames, type RequestPart, type Status } from '#contract/words/requests.ts';
import type { LockedRequest } from './requests.repo.ts';

/** Where a request goes, and what that is called. `undoes`: the version whose change it takes back. */
export type Move = { status: Status; undoes?: number | undefined } & (
  | { type: 'request.assigned'; assigned_to: number }
  | { type: 'request.unassigned'; from: number; assigned_to: null }
  | { type: 'request.status_changed'; assigned_to: number | null }
);

/** What of the request a move changes, as somebody is told who edited an older version. */
export const partOf = ({ type }: Move): RequestPart => (type === 'request.status_changed' ? 'status' : 'assignment');

/** The words for what a row says was changed last. A row that a server of an older version has written holds the words. */
export const partWords = (part: string): string =>
  Object.hasOwn(partNames, part) ? partNames[part as RequestPart] : part;

/** The event of a move. `request` is as it was before. */
export function eventOf(request: LockedRequest, move: Move, notes: string | null): DomainEvent {
  const { assigned_to, status } = request;
  const before = { assigned_to, status };
  const undoes = move.undoes === undefined ? null : request.updated_at.toISOString();
  switch (move.type) {
    case 'request.assigned':
      return {
        type: move.type,
        request,
        before,
        after: { assigned_to: move.assigned_to, status: move.status, notes },
        undoes,
      };
    case 'request.unassigned':
      return {
        type: move.type,
        request,
        before: { assigned_to: move.from, status },
        after: { assigned_to: null, status: move.status, notes },
        undoes,
      };
    case 'request.status_changed':
      return {
        type: move.type,
        request,
        assigned_to,
        before: { status },
        after: { status: move.status, notes },
        undoes,
      };
  }
}
