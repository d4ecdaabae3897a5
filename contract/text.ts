import { z } from 'zod';
import { cleanEmail, EMAIL, emailProblem } from './texts/email.ts';
import { hasHidden } from './texts/hidden.ts';
import {
  BULK_MAX,
  PAGE_HISTORIES_MAX,
  PAGE_ROWS_DEFAULT,
  PAGE_ROWS_MAX,
  PAGED_MAX,
  textLength,
  textLimits,
  UNITS_PER_CHARACTER,
} from './words/limits.ts';

const TYPES: Record<string, string> = {
  string: 'Must be text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  object: 'Must be an object',
};

/** The message of an issue without one in its schema. The library's own messages are never shown. */
z.config({
  customError: (issue) => {
    if (issue.code === 'invalid_type') {
      return issue.input === undefined ? 'This field is required' : (TYPES[issue.expected] ?? 'Not a valid value');
    }
    if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.join(', ')}`;
    if (issue.code === 'too_big') return `Must be at most ${issue.maximum}`;
    if (issue.code === 'too_small') return `Must be at least ${issue.minimum}`;
    return issue.code === 'invalid_format' || issue.code === 'invalid_union' ? 'Not a valid value' : undefined;
  },
});

/** PostgreSQL cannot store U+0000 or a lone surrogate. Both are refused before they reach a query. */
export const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed();
const NOT_STORABLE = 'Contains a character that is not allowed';

/** The length is checked first. A text that is too long gets no further checks (threats T53). */
export const tooLong = (error: string) => ({ error, abort: true });
const mostText = (max: number) => `Must be at most ${max} characters`;
/** In UTF-16 units as they come, before they are composed and counted. Composing a longer text would cost too much. */
const unitsOf = (max: number) => [max * UNITS_PER_CHARACTER, tooLong(mostText(max))] as const;

/** A limit in characters as `textLength` counts them. The bag is for the documentation, and for who reads a text as it comes. */
const atMost = (max: number) => {
  const check = z.check<string>(({ value, issues }) => {
    if (textLength(value) <= max) return;
    issues.push({ code: 'too_big', origin: 'string', maximum: max, message: mostText(max), input: value });
  });
  check._zod.onattach.push(({ _zod: { bag } }) => {
    Object.assign(bag, { maximum: max, units: max * UNITS_PER_CHARACTER });
  });
  return check;
};
export const atLeast = (min: number, message: string) => {
  const check = z.check<string>(({ value, issues }) => {
    if (textLength(value) >= min) return;
    issues.push({ code: 'too_small', origin: 'string', minimum: min, message, input: value, continue: true });
  });
  check._zod.onattach.push(({ _zod: { bag } }) => {
    Object.assign(bag, { minimum: min });
  });
  return check;
};

const base = (max: number, required?: string) =>
  z
    .string(required === undefined ? undefined : { error: required })
    .max(...unitsOf(max))
    .normalize('NFC')
    .check(atMost(max))
    .refine(isStorable, NOT_STORABLE)
    .trim();

/** A sign that shows by itself: no space, none of the invisible ones, and no mark that only goes on another sign. */
const VISIBLE = /[^\s\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/** A text in which something shows. `message` is the specification's text for a missing one. */
export const requiredText = (message: string, max: number) => base(max, message).regex(VISIBLE, message);

/** A text that is required but may be blank. */
export const longText = (message: string, max: number) => base(max, message);

/** An optional text. A blank one is parsed as undefined. */
export const optionalText = (max: number) =>
  base(max)
    .transform((value) => value || undefined)
    .optional();

const pastedEmail = (required: string) =>
  z
    .string({ error: required })
    .max(...unitsOf(textLimits.email))
    .overwrite(cleanEmail)
    .check(atMost(textLimits.email))
    .refine(isStorable, NOT_STORABLE)
    .regex(VISIBLE, { error: required, abort: true });

/** A required email address that the mailer can send to. What comes along when it is copied is removed. */
export const emailText = (required: string, invalid: string) =>
  pastedEmail(required)
    .regex(EMAIL, { error: invalid, abort: true })
    .refine((email) => emailProblem(email) === null, invalid);

/** As `emailText`, or blank. */
export const emailOrBlank = (invalid: string) => {
  const schema = emailText(invalid, invalid);
  return z
    .string({ error: 'Must be text' })
    .max(...unitsOf(textLimits.email))
    .overwrite(cleanEmail)
    .superRefine((email, { issues }) => {
      const [first] = (email && schema.safeParse(email).error?.issues) || [];
      if (first) issues.push({ code: 'custom', message: first.message, input: email });
    });
};

/** The email address of an account that may be older than the rules of `emailText`. */
export const knownEmail = (required: string, invalid: string) => pastedEmail(required).regex(EMAIL, invalid);

/** For the names of staff, views and keys, which others recognize by sight. */
export const withoutHidden = <T extends z.ZodType<string>>(text: T) =>
  text.refine((value) => !hasHidden(value), NOT_STORABLE);

/** A password exactly as typed. The limit of `textLimits.password` characters keeps hashing cheap. */
export const passwordText = (required: string) =>
  z
    .string({ error: required })
    .max(...unitsOf(textLimits.password))
    .check(atMost(textLimits.password))
    .min(1, required)
    .refine(isStorable, NOT_STORABLE);

/** A search term; blank means none. */
export const searchText = optionalText(textLimits.search);

/** A row id in a path or query: 1 to 2^31-1. */
export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Not a valid id')
  .transform(Number)
  .refine((id) => id <= 2_147_483_647, 'Not a valid id');

export const rowId = z.int().min(1).max(2_147_483_647);

/** A time in a response: ISO 8601 in UTC. */
export const time = z.iso.datetime();

/** A date without a time (YYYY-MM-DD), in the business's time zone. */
export const calendarDate = z.iso.date('Please enter a valid date');

/** The version of a row that an editor saw. A stale version is refused with 409; an edit without a version overwrites. */
export const seenVersion = rowId.optional();

/** `seenVersion` in a form, where every field is text. */
export const seenVersionField = z.union([rowId, pathId]).optional();

/** A row of a bulk change, with the version that the user saw. */
export const chosenRow = z.strictObject({ id: rowId, version: seenVersion });

/**
 * The rows of a bulk change, each with the version that was seen.
 * @param texts what is said about none, too many, and one that is named twice
 */
export const chosenRows = <R extends z.ZodType<{ id: number }>>(
  row: R,
  texts: { none: string; tooMany: string; twice: string },
) =>
  z
    .array(row)
    .min(1, texts.none)
    .max(BULK_MAX, texts.tooMany)
    .refine((chosen) => new Set(chosen.map(({ id }) => id)).size === chosen.length, texts.twice);

/** A page of a list, from 1, and how long it is. */
const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'Must be a whole number of at least 1')
  .transform(Number);
const pagingUpTo = (max: number) => ({
  limit: pageNumber.refine((n) => n <= max, `Must be at most ${max}`).default(PAGE_ROWS_DEFAULT),
  page: pageNumber.default(1),
});
export const paging = pagingUpTo(PAGE_ROWS_MAX);
/** `paging` for lists whose rows include their newest requests. */
export const historyPaging = pagingUpTo(PAGE_HISTORIES_MAX);

/** Whether the page of a list is not too deep; every query with `paging` is checked for it. */
export const isReachable = ({ page, limit }: { page: number; limit: number }) => page * limit <= PAGED_MAX;
export const tooDeep = {
  path: ['page'],
  message: `Only the first ${PAGED_MAX.toLocaleString('en-US')} rows have pages. Please filter the list.`,
};

/**
 * The counts in every paged response: `matched` rows match the filters, of `total` rows. With `more_match`, a search
 * has more matches than `matched`.
 */
export const pageOf = { matched: z.int(), more_match: z.boolean(), total: z.int(), page: z.int(), limit: z.int() };

/**
 * A field that people can't see. Bots fill it in, and so do some form fillers: a request with something in it is held for the office, a
 * contact message goes to spam. The answer is the usual one.
 */
export const honeypot = { website: optionalText(textLimits.search) };

/**
 * Schemas whose rules also hold for stored values, because the product fails on any other, such as a time zone that Intl
 * doesn't know. A stored value that breaks one gives way to its default. All other rules are for input only: a release may
 * tighten them, and what an earlier one has stored stays as it is. `earlier` says what a value meant to the release that took it.
 */
export const vital = z.registry<{ reason: string; earlier?: (stored: unknown) => unknown }>();

/** The type of a pipe's stored value: what comes out, or what goes in when a transform makes the rest. */
const storedSide = ({ in: before, out }: z.ZodPipe) => (out instanceof z.ZodTransform ? before : out) as z.ZodType;

function relaxed(schema: z.ZodType): z.ZodType {
  if (vital.has(schema)) return schema;
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape as Record<string, z.ZodType>);
    return z.object(Object.fromEntries(fields.map(([key, field]) => [key, relaxed(field)])));
  }
  if (schema instanceof z.ZodArray) return z.array(relaxed(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return relaxed(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodOptional) return relaxed(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodPipe) return relaxed(storedSide(schema));
  if (schema.type === 'string') return z.string();
  return schema.type === 'number' ? z.number() : schema;
}

/**
 * Returns the schema with its types and its vital rules only, and open to unknown keys. Answers and events with stored values
 * use it, so that a tightened rule fails the next edit, not every read.
 */
export const withoutRules = <S extends z.ZodType>(schema: S): S => relaxed(schema) as S;
