import type pg from 'pg';

/** What a server relies on in the schema `public`, by its name. */
type Part =
  | { kind: 'column'; name: string; table: string; type: string; not_null: boolean; has_default: boolean }
  | { kind: 'rule'; name: string; table: string; text: string; columns: string[] }
  | { kind: 'function'; name: string; text: string }
  | { kind: 'value'; name: string };
export type Schema = ReadonlyMap<string, Part>;

const PARTS = `
  with tables as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm'))
  select json_build_object('kind', 'column', 'name', relname || '.' || attname, 'table', relname, 'type', format_type(atttypid, atttypmod),
    'not_null', attnotnull, 'has_default', atthasdef or attidentity <> '') as part
  from pg_attribute join tables on tables.oid = attrelid where attnum > 0 and not attisdropped
  union all
  select json_build_object('kind', 'rule', 'name', relname || ': ' || pg_get_constraintdef(c.oid), 'table', relname, 'text', pg_get_constraintdef(c.oid),
    'columns', (select json_agg(attname) from pg_attribute where attrelid = conrelid and attnum = any (conkey)))
  from pg_constraint c join tables on tables.oid = conrelid where contype in ('c', 'f', 'x')
  union all
  select json_build_object('kind', 'rule', 'name', relname || ': ' || text, 'table', relname, 'text', text,
    'columns', (select json_agg(attname) from pg_attribute where attrelid = indrelid and attnum = any (indkey)))
  from (select *, substring(pg_get_indexdef(indexrelid) from ' USING .*') as text from pg_index where indisunique) i
  join tables on tables.oid = indrelid
  union all
  select json_build_object('kind', 'function', 'name', oid::regprocedure::text, 'text', pg_get_function_result(oid))
  from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select json_build_object('kind', 'value', 'name', typname || ' ''' || enumlabel || '''')
  from pg_enum join pg_type on pg_type.oid = enumtypid where typnamespace = 'public'::regnamespace`;

export async function readSchema(client: pg.Client): Promise<Schema> {
  const { rows } = await client.query<{ part: Part }>(PARTS);
  return new Map(rows.map(({ part }) => [part.name, part]));
}

/** What became of a part that the old server knows; null when it can live with it. */
function changed(before: Part, after: Part | undefined): string | null {
  // A rule that is gone refuses nothing.
  if (before.kind === 'rule') return null;
  if (!after) return 'is gone, and the last release may use it';
  if (before.kind === 'function' && after.kind === 'function' && before.text !== after.text) {
    return `returns ${after.text} and no longer ${before.text}`;
  }
  if (before.kind !== 'column' || after.kind !== 'column') return null;
  if (before.type !== after.type) return `is of type ${after.type} and no longer ${before.type}`;
  if (!before.not_null && after.not_null) return 'may not be null any more, and the last release may leave it out';
  if (after.not_null && before.has_default && !after.has_default) return 'has no default any more';
  return null;
}

/** Why a part that the old server does not know is in its way; null when it is not. */
function added(part: Part, before: Schema): string | null {
  const isKnown = (table: string) => [...before.values()].some((one) => 'table' in one && one.table === table);
  if (part.kind === 'value') {
    const type = part.name.split(' ')[0];
    const isOld = [...before.values()].some(({ kind, name }) => kind === 'value' && name.split(' ')[0] === type);
    return isOld ? 'is a value that the last release cannot read' : null;
  }
  if (part.kind === 'function' || !isKnown(part.table)) return null;
  if (part.kind === 'column') {
    return part.not_null && !part.has_default
      ? 'may not be null and has no default: the last release writes none'
      : null;
  }
  const isOfNewColumns =
    (part.columns ?? []).length > 0 && part.columns.every((name) => !before.has(`${part.table}.${name}`));
  return isOfNewColumns ? null : 'is a new rule that may refuse what the last release writes';
}

/**
 * Why a server of an older release cannot work on this schema, while instances are upgraded one after the other.
 * @param agreed the names of parts about which nothing is said
 */
export function schemaProblems(before: Schema, after: Schema, agreed: Readonly<Record<string, string>> = {}): string[] {
  const problems = [
    ...[...before].map(([name, part]) => [name, changed(part, after.get(name))] as const),
    ...[...after].filter(([name]) => !before.has(name)).map(([name, part]) => [name, added(part, before)] as const),
  ];
  return problems.flatMap(([name, why]) => (why && !(name in agreed) ? [`${name} ${why}`] : [])).sort();
}
