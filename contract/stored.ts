import { z } from 'zod';

/**
 * Schemas whose rules also hold for stored values, because the product fails on any other, such as a time zone that Intl
 * doesn't know. A stored value that breaks one gives way to its default. All other rules are for input only: a release may
 * tighten them, and what an earlier one has stored stays as it is.
 */
export const vital = z.registry<{ reason: string }>();

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
