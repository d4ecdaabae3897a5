import type { Client } from 'pg';

/** The tables that migrations fill by themselves, and pg-boss's figures about its queues, which come anew. */
const LEFT_OUT = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'public.migration_checksums',
  'pgboss.queue_stats',
];

/** A table to copy. `name` has its schema, `columns` lacks those that PostgreSQL computes; both are quoted where SQL needs it. */
export type CopiedTable = { name: string; columns: string[] };

/** The position of a sequence: the last number that it gave. One that gave none yet is not listed. */
export type Position = { name: string; last: string };

const OURS = `n.nspname in ('public', 'pgboss')
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;
const NAME = `quote_ident(n.nspname) || '.' || quote_ident(c.relname)`;
const IN_SCHEMAS = 'pg_class c join pg_namespace n on n.oid = c.relnamespace';

/** Our tables by name. A partitioned table is one. */
export async function tablesOf(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select ${NAME} as name, coalesce(array_agg(quote_ident(a.attname) order by a.attnum), '{}') as columns
     from ${IN_SCHEMAS} join pg_attribute a on a.attrelid = c.oid
     where ${OURS} and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1 order by 1`,
  );
  return rows.filter(({ name }) => !LEFT_OUT.includes(name));
}

/**
 * The positions of our sequences. They belong to no snapshot, so they are read after the rows.
 * @throws Error when the role may not read one of them
 */
export async function positionsOf(client: Client): Promise<Position[]> {
  const { rows } = await client.query<{ name: string; last: string | null; readable: boolean }>(
    `select ${NAME} as name, pg_sequence_last_value(c.oid)::text as last,
       has_sequence_privilege(c.oid, 'usage') or has_sequence_privilege(c.oid, 'select') as readable
     from ${IN_SCHEMAS} where ${OURS} and c.relkind = 'S' order by 1`,
  );
  const closed = rows.find(({ readable }) => !readable);
  if (closed) throw new Error(`the database role may not read the sequence ${closed.name}`);
  return rows.flatMap(({ name, last }) => (last === null ? [] : [{ name, last }]));
}

/** What the database's own migrations were, in their order, each with the SHA-256 of its file. */
export async function migrationsOf(client: Client): Promise<{ name: string; sha256: string }[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    `select name, encode(c.sha256, 'hex') as sha256 from kysely_migration join migration_checksums c using (name) order by name`,
  );
  return rows;
}

/** Whether the database has a table in one of our schemas. */
export async function hasTables(client: Client): Promise<boolean> {
  const { rows } = await client.query(`select from ${IN_SCHEMAS} where ${OURS} and c.relkind in ('r', 'p') limit 1`);
  return rows.length > 0;
}

/** The names of tables with those that others refer to first. */
export async function inOrderOfReferences(client: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ from: string; to: string }>(
    `select distinct f.name as from, t.name as to from pg_constraint k
     join (select c.oid, ${NAME} as name from ${IN_SCHEMAS}) f on f.oid = k.conrelid
     join (select c.oid, ${NAME} as name from ${IN_SCHEMAS}) t on t.oid = k.confrelid
     where k.contype = 'f' and not k.condeferred and k.conrelid <> k.confrelid`,
  );
  const waiting = new Set(tables);
  const ordered: string[] = [];
  while (waiting.size) {
    const free = [...waiting].filter((name) => !rows.some(({ from, to }) => from === name && waiting.has(to)));
    if (!free.length) throw new Error(`these tables refer to each other: ${[...waiting].join(', ')}`);
    for (const name of free) waiting.delete(name);
    ordered.push(...free);
  }
  return ordered;
}
