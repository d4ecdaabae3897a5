import type { AuditEntry, audit } from '#contract/audit.ts';
import { type AuditAction, actionLabels, auditActionNames } from '#contract/audit-actions.ts';
import type { CallOf } from '#contract/endpoint.ts';
import { calendarDate, pathId } from '#contract/text.ts';
import { type AuditEntity, auditEntities } from '#contract/words/audit.ts';
import { paths } from '#contract/words/paths.ts';
import { requestTexts } from '#contract/words/requests.ts';
import { searchIn } from '#web/lib/address-params.ts';

export const entityLabels: Record<AuditEntity, string> = {
  request: 'Requests',
  user: 'Users',
  contact_message: 'Contact messages',
  notification: 'Notifications',
  session: 'Failed sign-ins',
  view: 'Saved views',
  settings: 'Settings',
  mail: 'Mails',
  report: 'Reports',
  audit_trail: 'Audit trail',
};

/** What an action is called; an action of another version by its own name. */
export const actionLabel = (action: string): string =>
  Object.entries(actionLabels).find(([name]) => name === action)?.[1] ?? action;

/** The filters of the trail. '' means not set. */
export type TrailFilters = {
  search: string;
  actor: string;
  action: AuditAction | '';
  entity: AuditEntity | '';
  entity_id: string;
  from: string;
  to: string;
};

export const noTrailFilters: TrailFilters = {
  ...{ search: '', actor: '', action: '', entity: '', entity_id: '', from: '', to: '' },
};

const idOf = (value: string | null) => (value !== null && pathId.safeParse(value).success ? value : '');
const dateOf = (value: string | null) => (value !== null && calendarDate.safeParse(value).success ? value : '');

/** Reads the filters from the address. Values that are not valid count as not set. */
export function trailFiltersOf(params: URLSearchParams): TrailFilters {
  const entity = auditEntities.find((one) => one === params.get('entity')) ?? '';
  return {
    search: searchIn(params),
    actor: params.get('actor') === 'visitor' ? 'visitor' : idOf(params.get('actor')),
    action: auditActionNames.find((one) => one === params.get('action')) ?? '',
    entity,
    entity_id: entity && idOf(params.get('entity_id')),
    from: dateOf(params.get('from')),
    to: dateOf(params.get('to')),
  };
}

/** Writes the filters that are set as a query. */
export const trailParamsOf = (filters: TrailFilters): URLSearchParams =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));

export const isTrailFiltered = (filters: TrailFilters): boolean => trailParamsOf(filters).size > 0;

/** How many filters are set besides the search, which is not folded away. A range of dates counts once. */
export const countTrailFilters = ({ actor, action, entity, from, to }: TrailFilters): number =>
  [actor, action, entity, from || to].filter(Boolean).length;

/** The error of a range of dates that runs backwards (spec §5), or null. */
export const rangeProblem = ({ from, to }: TrailFilters): string | null =>
  from && to && from > to ? requestTexts.dateOrder : null;

/** The filters as the query of the calls. */
export const queryOf = (filters: TrailFilters): NonNullable<CallOf<typeof audit.export>['query']> =>
  Object.fromEntries(trailParamsOf({ ...filters, search: filters.search.trim() }));

/** The number of an event or a count, with thousands separated. Numbers of events may exceed 2^53. */
export const numberText = (value: string | number): string =>
  typeof value === 'string' && /^-?\d+$/.test(value)
    ? BigInt(value).toLocaleString('en-US')
    : value.toLocaleString('en-US');

/** The names of people by their id. */
export type People = ReadonlyMap<number, string>;
export const peopleOf = (people: readonly { id: number; name: string }[]): People =>
  new Map(people.map(({ id, name }) => [id, name]));

/** How many entries are on the screen, and whether they are all. */
export function countText(shown: number, hasOlder: boolean): string {
  if (hasOlder) return `Showing the newest ${numberText(shown)} entries`;
  return shown === 1 ? 'Showing the only entry' : `Showing all ${numberText(shown)} entries`;
}

/** Where the auditor reads the thing of an entry; null when it is deleted, or has no screen of its own. */
export function thingPath({
  entity,
  entity_id,
  thing,
}: Pick<AuditEntry, 'entity' | 'entity_id' | 'thing'>): string | null {
  if (!thing || !entity_id) return null;
  if (entity === 'request') return `${paths.auditorRequests}?requestId=${entity_id}`;
  if (entity === 'contact_message') return `${paths.auditorContacts}?contactId=${entity_id}`;
  return null;
}
