import fc from 'fast-check';

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  examples?: object[];
};

/** Values that clumsy and hostile callers send: control characters, half characters, odd numbers, deep and huge values. */
const nasty = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\u202egnp.exe',
  '\u200b\ufeff',
  'é'.normalize('NFD'),
  '😀'.repeat(200),
  "'; drop table users; --",
  '%',
  '_',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '=1+1',
  'a'.repeat(20_000),
  'NaN',
  '1e999',
  '٣',
  [],
  {},
  [[[[[[]]]]]],
  ['a'],
  { a: { b: { c: {} } } },
  '__proto__',
  'constructor',
);

const text = ({ pattern, format, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> => {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') {
    return fc
      .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 60), unit: 'grapheme' });
};

/** Values that fit a JSON Schema, as far as the schema tells; the call's own rules may still refuse them. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}), { maxLength: 4 });
    case 'object': {
      const fields = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, each]) => [key, fitting(each)]),
      );
      return fc.record(fields, { requiredKeys: schema.required ?? [] });
    }
    default:
      return nasty;
  }
}

/**
 * A fitting object, or an example of the contract, with one or two nasty values, and with removed or unknown fields. The
 * examples are needed because generated objects rarely fit all rules of a call and so rarely store anything.
 */
export function mutated(schema: Schema): fc.Arbitrary<unknown> {
  const keys = [...Object.keys(schema.properties ?? {}), 'made_up', '__proto__x', 'id'];
  const damage = fc.array(fc.tuple(fc.constantFrom(...keys), fc.oneof(nasty, fc.constant(undefined))), {
    minLength: 1,
    maxLength: 3,
  });
  const whole = schema.examples?.length
    ? fc.oneof(fitting(schema), fc.constantFrom(...schema.examples))
    : fitting(schema);
  return fc.tuple(whole, damage).map(([value, changes]) => ({ ...(value as object), ...Object.fromEntries(changes) }));
}

/** A path segment or query value: fitting or nasty, as text. */
export const segment = (schema: Schema): fc.Arbitrary<string> =>
  fc.oneof({ weight: 3, arbitrary: fitting(schema) }, { weight: 1, arbitrary: nasty }).map((value) =>
    // An address cannot contain half a surrogate pair.
    String(value).toWellFormed(),
  );
