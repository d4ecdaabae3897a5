import type { z } from 'zod';
import type { contact, contactMessage } from '#contract/contact.ts';
import type { CallOf } from '#contract/endpoint.ts';
import { type ContactStatus, contactStatuses } from '#contract/words/contact.ts';
import { paramsWith, searchIn } from '#web/lib/address-params.ts';
import { pageIn } from '#web/lib/paging.ts';
import type { Tone } from '#web/ui/base/tone.ts';

export type ContactMessage = z.infer<typeof contactMessage>;

export const PAGE_SIZE = 25;

/** In milliseconds: how long an alert about a message stays (spec §9). */
export const CONTACT_ALERT = 3000;

export const contactLabels: Record<ContactStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  resolved: 'Resolved',
  spam: 'Spam',
};

export const contactTones: Record<ContactStatus, Tone> = {
  new: 'warning',
  contacted: 'info',
  resolved: 'success',
  spam: 'neutral',
};

/** The filters of Contact Messages (spec §2). '' means not set. */
export type ContactFilters = { search: string; status: ContactStatus | ''; page: number };

/** Reads the filters from the address. Values that are not valid count as not set. */
export const contactFiltersOf = (params: URLSearchParams): ContactFilters => ({
  search: searchIn(params),
  status: contactStatuses.find((status) => status === params.get('status')) ?? '',
  page: pageIn(params, PAGE_SIZE),
});

/** Writes the filters that are set as a query. */
export const contactParamsOf = (filters: ContactFilters): URLSearchParams => paramsWith(filters);

/** The filters as the query of the list call. */
export const contactQueryOf = (filters: ContactFilters): NonNullable<CallOf<typeof contact.list>['query']> => ({
  search: filters.search.trim() || undefined,
  status: filters.status || undefined,
  limit: String(PAGE_SIZE),
  page: String(filters.page),
});

type Change = { field: string; before: string; now: string };

/** Lists what differs between two states of a message, in words. */
export const changesOf = (before: ContactMessage, now: ContactMessage): Change[] =>
  [
    { field: 'Status', before: contactLabels[before.status], now: contactLabels[now.status] },
    { field: 'Admin notes', before: before.notes, now: now.notes },
  ].filter((change) => change.before !== change.now);
