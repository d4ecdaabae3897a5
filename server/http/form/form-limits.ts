import { z } from 'zod';

/** The limit of a field to which the contract gives no length: an enum or a number. */
const SHORT = 256;

export type FieldLimits = {
  /** The most characters the contract allows in this field. */
  of(field: string): number;
  /** The largest limit of all fields. */
  readonly longest: number;
  /** The contract's own text for a value that is too long. */
  problem(field: string, value: string): string;
};

type Property = { maxLength?: number; enum?: string[] };

/**
 * The largest length of each text field of a form, from its contract (threats T10, T53). The parser applies it while the form
 * arrives, so that the server never holds or checks a longer text.
 */
export function fieldLimits(body: z.ZodType | undefined): FieldLimits {
  const { properties = {} } = (body ? z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) : {}) as {
    properties?: Record<string, Property>;
  };
  const limits = new Map(Object.entries(properties).map(([field, { maxLength }]) => [field, maxLength ?? SHORT]));
  const of = (field: string) => limits.get(field) ?? SHORT;
  return {
    of,
    longest: Math.max(SHORT, ...limits.values()),
    problem(field, value) {
      const schema = body instanceof z.ZodObject ? (body.shape[field] as z.ZodType | undefined) : undefined;
      // One character too many gives the same text as a million, and costs less to check.
      const result = schema?.safeParse(value.slice(0, of(field) + 1));
      return result?.error?.issues[0]?.message ?? `Must be at most ${of(field)} characters`;
    },
  };
}
