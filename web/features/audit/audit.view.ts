import { type AuditEntry, auditFilters } from '#contract/audit.ts';
import { actionLabels } from '#contract/audit-actions.ts';
import type { AuditEntity } from '#contract/words/audit.ts';
import { paths } from '#contract/words/paths.ts';
import { requestTexts } from '#contract/words/requests.ts';
import { addressCodec } from '#web/lib/address-codec.ts';

export const entityLabels: Record<AuditEntity, string> = {
  request: 'Requests',
  held_request: 'Held requests',
  customer: 'Customers',
  user: 'Users',
  contact_message: 'Contact messages',
  notification: 'Notifications',
  session: 'Failed sign-ins',
  view: 'Saved views',
  settings: 'Settings',
  api_key: 'API keys',
  mail: 'Mails',
  backup: 'Back-ups',
  report: 'Reports',
  audit_trail: 'Audit trail',
};

/** What an action is called; an action of another version by its own name. */
export const actionLabel = (action: string): string =>
  Object.entries(actionLabels).find(([name]) => name === action)?.[1] ?? action;

const codec = addressCodec(auditFilters);
export type TrailFilters = typeof codec.none;

/** The filters of the trail in its address. */
export const trailFilters = {
  ...codec,
  read: (params: URLSearchParams): TrailFilters => {
    const filters = codec.read(params);
    // An id belongs to one kind of thing.
    return filters.entity ? filters : { ...filters, entity_id: '' };
  },
};

/** How many filters are set besides the search, which is not folded away. A range of dates counts once. */
export const countTrailFilters = (filters: TrailFilters): number =>
  codec.countSet(filters, ['search', 'entity_id', 'from', 'to']) + (filters.from || filters.to ? 1 : 0);

/** The error of a range of dates that runs backwards (spec §5), or null. */
export const rangeProblem = ({ from, to }: TrailFilters): string | null =>
  from && to && from > to ? requestTexts.dateOrder : null;

/** The number of an event or a count, with thousands separated. Numbers of events may exceed 2^53. */
export const numberText = (value: string | number): string =>
  typeof value === 'string' && /^-?\d+$/.test(value)
    ? BigInt(value).toLocaleString('en-US')
    : value.toLocaleString('en-US');

/**
 * How many entries are on the screen, and whether they are all.
 * @param has.pages of entries on the screen. More than one are not read again, so that new entries are missing.
 */
export function countText(shown: number, has: { pages: number; older: boolean }): string {
  const number = numberText(shown);
  if (has.pages > 1) return `Showing ${number} entries. Newer ones show when you reload the page.`;
  if (has.older) return `Showing the newest ${number} entries`;
  return shown === 1 ? 'Showing the only entry' : `Showing all ${number} entries`;
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
