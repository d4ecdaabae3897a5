import type { z } from 'zod';

type Def = z.core.$ZodTypes['_zod']['def'];
type Path = readonly PropertyKey[];

/** The value that says least, for a key that an older release of the page has not stored; undefined when there is none. */
function neutralOf(schema: z.core.$ZodType): unknown {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'nullable':
      return null;
    case 'default':
      return def.defaultValue;
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, neutralOf(field)]));
    default:
      return undefined;
  }
}

/** The schema at a path of a value. */
function schemaAt(schema: z.core.$ZodType, path: Path): z.core.$ZodType | undefined {
  const [key, ...rest] = path;
  const def = schema._zod.def as Def;
  if (def.type === 'nullable' || def.type === 'optional' || def.type === 'default')
    return schemaAt(def.innerType, path);
  if (key === undefined) return schema;
  if (def.type === 'object') {
    const field = def.shape[String(key)];
    return field && schemaAt(field, rest);
  }
  return def.type === 'array' ? schemaAt(def.element, rest) : undefined;
}

const childOf = (value: unknown, key: PropertyKey): unknown => (value as Record<PropertyKey, unknown>)[key];

/**
 * What another release of the page has stored, in today's shape: keys that today's schema does not know are left out, and missing
 * ones have a neutral value.
 * @returns null when the rest does not fit
 */
export function repairStored<S extends z.ZodType>(schema: S, stored: unknown): z.output<S> | null {
  const value: unknown = structuredClone(stored);
  const first = schema.safeParse(value);
  if (first.success) return first.data;
  for (const { path } of first.error.issues) {
    const parent = path.slice(0, -1).reduce<unknown>((one, key) => one && childOf(one, key), value);
    const key = path.at(-1);
    // Only what is missing is filled in: a value of another kind means something else.
    if (key === undefined || typeof parent !== 'object' || parent === null || childOf(parent, key) !== undefined)
      return null;
    const field = schemaAt(schema, path.slice(0, -1));
    const def = field?._zod.def as Def | undefined;
    const missing = def?.type === 'object' ? def.shape[String(key)] : undefined;
    const neutral = missing && neutralOf(missing);
    if (neutral === undefined) return null;
    (parent as Record<PropertyKey, unknown>)[key] = neutral;
  }
  return schema.safeParse(value).data ?? null;
}
