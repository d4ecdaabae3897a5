import { z } from 'zod';
import type { FieldError } from '../errors.ts';
import { isStorable, vital } from '../text.ts';

/** In characters: longer than any text that an earlier release has stored. */
const STORED_MAX = 20_000;

type Shape = Readonly<Record<string, z.ZodType>>;
type Path = readonly PropertyKey[];

const isObject = (value: unknown): value is Record<PropertyKey, unknown> => typeof value === 'object' && value !== null;
const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((held, key) => (isObject(held) ? held[key] : undefined), value);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The schema of a value that is there. */
const bare = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap() as z.ZodType) : schema;

function asSent(schema: z.ZodType): z.ZodType {
  if (vital.has(schema)) return schema;
  if (schema instanceof z.ZodOptional) return asSent(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodNullable) return asSent(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodArray) return z.array(asSent(schema.element as z.ZodType));
  if (schema instanceof z.ZodObject) return z.strictObject(sentShape(schema.shape as Shape));
  return z.unknown().superRefine((value, { issues }) => {
    if (typeof value === 'string' && value.length <= STORED_MAX && isStorable(value)) return;
    const [first] = schema.safeParse(value).error?.issues ?? [];
    if (first) issues.push({ code: 'custom', message: first.message, input: value });
  });
}
const sentShape = (shape: Shape) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, asSent(schema)]));

/**
 * The body of an edit before it is settled: the texts of these fields as they came, and all other fields by their rules.
 * @param fields the fields that may have a value from before a rule
 */
export function sentEdit(body: z.ZodType, fields: readonly string[]): z.ZodType {
  if (!(body instanceof z.ZodObject)) throw new Error('an edit is an object');
  const shape = body.shape as Shape;
  const edited = Object.fromEntries(Object.entries(shape).filter(([name]) => fields.includes(name)));
  return z.strictObject({ ...shape, ...sentShape(edited) });
}

/** A value by its rules, and what breaks them as it came. */
function parsedWhereRight(schema: z.ZodType, value: unknown): unknown {
  const { success, data } = schema.safeParse(value);
  if (success) return data;
  const inner = bare(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return value.map((each) => parsedWhereRight(inner.element as z.ZodType, each));
  if (!(inner instanceof z.ZodObject && isObject(value))) return value;
  const shape = inner.shape as Shape;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, shape[name] ? parsedWhereRight(shape[name], each) : each]),
  );
}

/** A settled edit, or what breaks the rules. */
export type Settled<V> = { values: V; problems: FieldError[] };

/**
 * Checks an edit by the rules of its body. A value that the row has already stays as it is, so that a rule that is newer than the row
 * never refuses the edit of another field.
 * @param edit the fields as they were sent or typed
 * @param now the fields as the editor got them
 */
export function settleEdit<S extends z.ZodObject>(
  { shape }: S,
  edit: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): Settled<Partial<z.output<S>>> {
  const problems: FieldError[] = [];
  const settled = Object.entries(edit).map(([name, value]) => {
    const schema = (shape as Shape)[name];
    if (!schema) return [name, value];
    const { success, data, error } = schema.safeParse(value);
    if (isSame(value, now[name])) return [name, success && data === undefined ? undefined : value];
    if (success) return [name, data];
    const own = error.issues.filter(({ path }) => !isSame(at(value, path), at(now[name], path)));
    problems.push(...own.map(({ path, message }) => ({ field: [name, ...path].join('.'), message })));
    return [name, parsedWhereRight(schema, value)];
  });
  return { values: Object.fromEntries(settled) as Partial<z.output<S>>, problems };
}
