import { z } from 'zod';
import { textLength } from '#contract/words/limits.ts';

/** The limit of a field to which the contract gives no length: an enum or a number. */
const SHORT = 256;

export type FieldLimits = {
  /** The most characters the contract allows in this field. */
  of(field: string): number;
  /** Whether a text has more characters than that, as the contract counts them. */
  isTooLong(field: string, value: string): boolean;
  /** The largest number of units of all fields. */
  readonly longest: number;
  /** The contract's own text for a value that is too long. */
  problem(field: string, value: string): string;
};

type Property = { maxLength?: number; units?: number; enum?: string[] };

const options = {
  io: 'input',
  unrepresentable: 'any',
  override({ zodSchema, jsonSchema }) {
    const { units } = zodSchema._zod.bag;
    if (units !== undefined) jsonSchema.units = units;
  },
} satisfies z.core.ToJSONSchemaParams;

/**
 * The largest length of each text field of a form, from its contract (threats T10, T53). The parser applies it while the form
 * arrives, so that the server never holds or checks a longer text.
 */
export function fieldLimits(body: z.ZodType | undefined): FieldLimits {
  const { properties = {} } = (body ? z.toJSONSchema(body, options) : {}) as { properties?: Record<string, Property> };
  const of = (field: string) => properties[field]?.maxLength ?? SHORT;
  const unitsOf = (field: string) => properties[field]?.units ?? of(field);
  return {
    of,
    isTooLong: (field, value) =>
      value.length > unitsOf(field) || (unitsOf(field) > of(field) && textLength(value) > of(field)),
    longest: Math.max(SHORT, ...Object.keys(properties).map(unitsOf)),
    problem(field, value) {
      const schema = body instanceof z.ZodObject ? (body.shape[field] as z.ZodType | undefined) : undefined;
      // One unit too many gives the same text as a million, and costs less to check.
      const result = schema?.safeParse(value.slice(0, unitsOf(field) + 1));
      return result?.error?.issues[0]?.message ?? `Must be at most ${of(field)} characters`;
    },
  };
}
