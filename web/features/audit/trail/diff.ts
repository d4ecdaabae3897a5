import type { Json } from '#contract/audit.ts';
import { fieldLabel, type People } from '#contract/texts/audit-sentence.ts';
import { type ContactStatus, contactLabels } from '#contract/words/contact.ts';
import { type Priority, priorityLabels, type Status, statusLabels } from '#contract/words/requests.ts';
import type { Role } from '#contract/words/roles.ts';
import { roleLabels } from '#web/features/users/users.view.ts';
import { formatMoment } from '#web/lib/dates.ts';

export type Content = Readonly<Record<string, Json>> | null;

/** One field of a change. Null: the field was not there, or had no value. */
export type Change = { field: string; before: string | null; after: string | null };

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const isStatus = (value: string): value is Status => value in statusLabels;
const isContactStatus = (value: string): value is ContactStatus => Object.hasOwn(contactLabels, value);
const isRole = (value: string): value is Role => Object.hasOwn(roleLabels, value);
const isPriority = (value: string): value is Priority => value in priorityLabels;

export type Reading = { people: People; timeZone: string };

/** A person beside the number, which tells two of one name apart. */
const nameOf = (id: number, people: People): string => {
  const known = people.get(id);
  return known === undefined ? `User no. ${id}` : `${known} (no. ${id})`;
};

/** A single value as people read it. */
function valueText(name: string, value: Exclude<Json, object> | null, { people, timeZone }: Reading): string | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return name === 'assigned_to' ? nameOf(value, people) : String(value);
  // The filters of an export are kept as they were sent, so that ids are text.
  if ((name === 'technician' || name === 'actor') && /^\d+$/.test(value)) return nameOf(Number(value), people);
  if ((name === 'status' || name === 'refused_status') && isStatus(value)) return statusLabels[value];
  if (name === 'status' && isContactStatus(value)) return contactLabels[value];
  if (name === 'role' && isRole(value)) return roleLabels[value];
  if (name === 'priority' && isPriority(value)) return priorityLabels[value];
  return ISO_TIME.test(value) ? formatMoment(value, timeZone) : value;
}

const isNested = (value: Json): value is readonly Json[] | { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null;

/** Every value with the path that leads to it, in the order of the content. A list of plain values is one value. */
function flatten(name: string, label: string, value: Json, reading: Reading): [label: string, text: string | null][] {
  if (!isNested(value)) return [[label, valueText(name, value, reading)]];
  if (Array.isArray(value)) {
    if (!value.some(isNested)) {
      const texts = value.map((item: Json) => (isNested(item) ? null : valueText(name, item, reading)));
      return [[label, texts.filter((text) => text !== null).join(', ') || null]];
    }
    return value.flatMap((item: Json, index) => flatten(name, `${label} ${index + 1}`, item, reading));
  }
  return Object.entries(value).flatMap(([key, item]) => flatten(key, `${label} › ${fieldLabel(key)}`, item, reading));
}

const valuesOf = (content: Content, reading: Reading): Map<string, string | null> =>
  new Map(Object.entries(content ?? {}).flatMap(([name, value]) => flatten(name, fieldLabel(name), value, reading)));

/** The fields that changed, one line each. What stayed the same is left out, and so is what has no value on both sides. */
export function changesOf(before: Content, after: Content, reading: Reading): Change[] {
  // A flag that only a change has, such as `password_changed`, says something when it is set.
  const isUnsetFlag = ([name, value]: [string, Json]) => before !== null && !(name in before) && value === false;
  const said = after && Object.fromEntries(Object.entries(after).filter((entry) => !isUnsetFlag(entry)));
  const [old, fresh] = [valuesOf(before, reading), valuesOf(said, reading)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: fresh.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}
