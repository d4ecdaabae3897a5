import type { DomainEvent } from '#contract/events.ts';
import { type RequestField, requestFields } from '#contract/words/request-fields.ts';
import { openStatuses, partNames, type RequestPart, type Status } from '#contract/words/requests.ts';
import { changesSince, EDIT, type FieldChange, metChanges } from '#server/lib/changes.ts';
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

/** The fields of a request whose changes are kept with the version at which they were made. */
export type MergedField = 'status' | 'assigned_to' | 'priority' | RequestField;
type Wanted = { [F in MergedField]?: LockedRequest[F] | undefined };
/** What an edit sets, and which fields must not have changed since the version that was seen, whatever they are now. */
export type Claims = {
  wanted?: Wanted;
  relies?: readonly MergedField[];
  /** An edit that adds a note or a photo: one of the same kind and by the same user may be an earlier try of it. */
  repeats?: { part: RequestPart; by: number };
};

/** Whether work on a request is over. Who gives it to somebody has then decided on another state. */
export const isClosed = ({ status }: { status: Status }): boolean => !openStatuses.some((open) => open === status);

/** The changes since a version that an edit meets: of fields that it sets to another value, or that it relies on, or its earlier try. */
export function metByRequest(request: LockedRequest, seen: number, { repeats, ...claimed }: Claims): FieldChange[] {
  const met = metChanges(request, request, seen, claimed);
  if (met.length > 0 || !repeats) return met;
  const isTry = ({ field, by }: FieldChange) => field === `${EDIT}${repeats.part}` && by === repeats.by;
  return changesSince(request, seen).filter(isTry).slice(-1);
}

/** What a changed field is called in a refusal. */
export const fieldWords = (field: string): string => {
  if (field.startsWith(EDIT)) return field === `${EDIT}work_order` ? partNames.work_order : 'this request';
  if (field === 'status') return partNames.status;
  if (field === 'assigned_to') return partNames.assignment;
  return `the ${Object.hasOwn(requestFields, field) ? requestFields[field as RequestField].changed.toLowerCase() : field}`;
};

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
