import type { z } from 'zod';
import { contact, type contactMessage } from '#contract/contact.ts';
import { type ContactStatus, contactLabels } from '#contract/words/contact.ts';
import { addressCodec } from '#web/lib/address-codec.ts';
import type { ComparedField } from '#web/lib/forms/conflict-rows.ts';
import type { Tone } from '#web/ui/base/style/tone.ts';

export type ContactMessage = z.infer<typeof contactMessage>;

export const PAGE_SIZE = 25;

/** In milliseconds: how long an alert about a message stays (spec §9). */
export const CONTACT_ALERT = 3000;

export const contactTones: Record<ContactStatus, Tone> = {
  new: 'warning',
  contacted: 'info',
  resolved: 'success',
  spam: 'neutral',
};

/** Whether the office still has to do something about a message. */
export const isUnresolved = ({ status }: Pick<ContactMessage, 'status'>) => status !== 'resolved' && status !== 'spam';

type Row = Pick<ContactMessage, 'id' | 'status'>;

/**
 * The message that is looked at after an open one: the next unresolved one behind it in the list and, when there is none, the first one from
 * the top. Undefined when nothing of the list is left to do.
 */
export const nextUnresolved = (id: number, behind: readonly Row[], among: readonly Row[]): number | undefined =>
  [...behind, ...among].find((row) => row.id !== id && isUnresolved(row))?.id;

/** The filters of Contact Messages (spec §2) in its address. */
export const contactFilters = addressCodec(contact.list.query.shape, PAGE_SIZE);
export type ContactFilters = typeof contactFilters.none;

/** What a conflict compares of a message. */
export const comparedFields: readonly ComparedField<Pick<ContactMessage, 'status' | 'notes'>>[] = [
  { label: 'Status', text: ({ status }) => contactLabels[status] },
  { label: 'Admin notes', text: ({ notes }) => notes },
];
