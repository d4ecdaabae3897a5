import type { DomainEvent } from '#contract/events.ts';
import { type RequestField, requestFields } from '#contract/words/request-fields.ts';
import { openStatuses, partNames, type RequestPart, type Status } from '#contract/words/requests.ts';
import { changeSince, type FieldChange } from '#server/lib/changes.ts';
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

/** The entry of an edit among the changes of fields. */
const EDIT = 'edit:';

/** The changes since a version that an edit meets: of fields that it sets to another value, or that it relies on, or its earlier try. */
export function metChanges(request: LockedRequest, seen: number, claims: Claims): FieldChange[] {
  const { wanted = {}, relies = [], repeats } = claims;
  const claimed = new Set([...(Object.keys(wanted) as MergedField[]), ...relies]);
  const met = [...claimed].flatMap((field) => {
    const now = request[field];
    if (!relies.includes(field) && (wanted[field] === undefined || wanted[field] === now)) return [];
    return changeSince(request, field, seen, now) ?? [];
  });
  const earlier = request.recent_changes.findLast(
    ({ field, by, version }) => version > seen && field === `${EDIT}${repeats?.part}` && by === repeats?.by,
  );
  return met.length === 0 && earlier ? [earlier] : met;
}

const fieldWords = (field: string): string => {
  if (field.startsWith(EDIT)) return field === `${EDIT}work_order` ? partNames.work_order : 'this request';
  if (field === 'status') return partNames.status;
  if (field === 'assigned_to') return partNames.assignment;
  return `the ${Object.hasOwn(requestFields, field) ? requestFields[field as RequestField].changed.toLowerCase() : field}`;
};
const listed = new Intl.ListFormat('en-US');

/** Changes as their refusal names them: what one user changed at one time is one sentence. */
export function toldChanges(changes: readonly FieldChange[]) {
  const grouped = Map.groupBy(changes, ({ by, version }) => `${by} ${version}`);
  return [...grouped.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const fields = group.map(({ field }) => field);
    return {
      fields: fields.filter((field) => !field.startsWith(EDIT)),
      what: listed.format(fields.map(fieldWords)),
      by: first.by,
      at: new Date(first.at),
    };
  });
}

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
