import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { vital, withoutRules } from '#contract/text.ts';

/** JSON that outlives a release: its schema today, and what a value is that an earlier release didn't store. */
export type StoredJson<T> = { schema: z.ZodType<T>; defaults?: NoInfer<Partial<T>> };

/** Stored JSON that this release can't read, even with its defaults. `paths` names the values. */
export class UnreadableJson extends Error {
  readonly paths: readonly string[];
  constructor(paths: readonly string[]) {
    super(`the stored JSON can't be read: ${paths.filter(Boolean).join(', ') || 'it is no object'}`);
    this.paths = paths;
  }
}

const UNUSABLE = Symbol('unusable');
type Place = { fallback?: unknown; path: string; repaired: string[] };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (schema: z.ZodObject) => Object.entries(schema.shape as Record<string, z.ZodType>);

const partOf = (value: unknown, key: string | number) =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

const inside = ({ fallback, path, repaired }: Place, key: string | number): Place => ({
  fallback: partOf(fallback, key),
  path: path === '' ? String(key) : `${path}.${key}`,
  repaired,
});

function giveUp({ fallback, path, repaired }: Place): unknown {
  repaired.push(path);
  return fallback === undefined ? UNUSABLE : fallback;
}

function readObject(schema: z.ZodObject, stored: unknown, place: Place): unknown {
  if (!isRecord(stored)) return giveUp(place);
  const fields = fieldsOf(schema).map(
    ([key, field]) => [key, read(field, partOf(stored, key), inside(place, key))] as const,
  );
  if (fields.some(([, value]) => value === UNUSABLE)) return giveUp(place);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Reads a value as today's schema has it. A part that can't be used becomes its default, or that of what it is part of. */
function read(schema: z.ZodType, stored: unknown, place: Place): unknown {
  const whole = schema.safeParse(stored);
  if (whole.success) return whole.data;
  const rule = vital.get(schema);
  if (rule) {
    const meant = schema.safeParse(rule.earlier?.(stored));
    return meant.success ? meant.data : giveUp(place);
  }
  if (schema instanceof z.ZodObject) return readObject(schema, stored, place);
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(stored)) return giveUp(place);
    const items = stored.map((item, nth) => read(schema.element as z.ZodType, item, inside(place, nth)));
    return items.filter((item) => item !== UNUSABLE);
  }
  if (schema instanceof z.ZodNullable) return read(schema.unwrap() as z.ZodType, stored, place);
  if (schema instanceof z.ZodOptional) {
    const value = read(schema.unwrap() as z.ZodType, stored, place);
    return value === UNUSABLE ? undefined : value;
  }
  // A rule that came later refuses it. The real value is better than a made-up one.
  const typed = withoutRules(schema).safeParse(stored);
  return typed.success ? typed.data : giveUp(place);
}

/**
 * Reads stored JSON of any release: unknown keys are ignored at every depth, a missing or unusable value becomes its default,
 * and an unusable item of a list is left out. A value of the right type stays although today's rules refuse it, unless
 * the rule is vital.
 * @returns the value, and the paths of what was filled or could not be used
 * @throws UnreadableJson when a part without a default is missing or unusable
 */
export function readStoredJson<T>({ schema, defaults }: StoredJson<T>, stored: unknown) {
  const repaired: string[] = [];
  const value = read(schema, stored, { fallback: defaults, path: '', repaired });
  // The defaults are for parts. A value that is damaged as a whole must not pass for one that is intact.
  if (value === UNUSABLE || repaired.includes('')) throw new UnreadableJson(repaired);
  return { value: value as T, repaired };
}

/** As `readStoredJson`, but null for a value that this release can't read. */
export function tryStoredJson<T>(kind: StoredJson<T>, stored: unknown): T | null {
  try {
    return readStoredJson(kind, stored).value;
  } catch (error) {
    if (error instanceof UnreadableJson) return null;
    throw error;
  }
}

/** Whether this release reads exactly this value from what is stored. */
function readsAs(schema: z.ZodType, stored: unknown, value: unknown, fallback?: unknown): boolean {
  const seen = read(schema, stored, { fallback, path: '', repaired: [] });
  return seen !== UNUSABLE && isDeepStrictEqual(seen, value);
}

const unwrapped = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional ? unwrapped(schema.unwrap() as z.ZodType) : schema;

function merge(declared: z.ZodType, value: unknown, stored: unknown, fallback: unknown): unknown {
  // Nobody changed it: it stays as stored, with all that only another release knows.
  if (stored !== undefined && readsAs(declared, stored, value, fallback)) return stored;
  const schema = unwrapped(declared);
  if (schema instanceof z.ZodObject && isRecord(value) && isRecord(stored)) {
    const unknown = Object.entries(stored).filter(([key]) => !Object.hasOwn(schema.shape, key));
    const known = fieldsOf(schema)
      .filter(([key]) => value[key] !== undefined)
      .map(([key, field]) => [key, merge(field, value[key], partOf(stored, key), partOf(fallback, key))] as const);
    return Object.fromEntries([...unknown, ...known]);
  }
  if (schema instanceof z.ZodArray && Array.isArray(value) && Array.isArray(stored)) {
    const element = schema.element as z.ZodType;
    const left = [...stored];
    const items = value.map((item) => {
      const same = left.findIndex((one) => readsAs(element, one, item));
      return same < 0 ? item : left.splice(same, 1)[0];
    });
    // This release shows nobody the items that it can't read, so nobody has removed them.
    const hidden = left.filter((item) => read(element, item, { path: '', repaired: [] }) === UNUSABLE);
    return [...items, ...hidden];
  }
  return value;
}

/**
 * Returns what to store for a new value: what only other releases know stays as it was stored, at every depth. A key
 * that this release knows and that the value lacks is removed.
 * @param stored what is stored now
 */
export const writeStoredJson = <T>({ schema, defaults }: StoredJson<T>, value: T, stored: unknown): unknown =>
  merge(schema, value, stored, defaults);
