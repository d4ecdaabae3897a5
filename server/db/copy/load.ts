import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type { Client, PoolConfig } from 'pg';
import { from, to } from 'pg-copy-streams';
import { migrate } from '../migrate.ts';
import { type CopiedTable, hasTables, inOrderOfReferences, type Position, tablesOf } from './catalog.ts';
import { withClient } from './session.ts';

/** What fills an empty database. */
export type Load = {
  /** The migrations that made the tables, by name. */
  migrations: readonly string[];
  tables: readonly CopiedTable[];
  positions: readonly Position[];
  /** The rows of a table in the text format of COPY. */
  rowsOf(name: string): Readable;
  /** Called with the rows as they stand in the table afterwards. Throws when they are not those that were loaded. */
  check(name: string, rows: Readable): Promise<void>;
};

/** Whether a database is new: it has no table in our schemas. */
export const isEmpty = (owner: PoolConfig): Promise<boolean> =>
  withClient(owner, async (client) => !(await hasTables(client)));

/** The query builder on one open connection. */
function builderOn(client: Client): Kysely<unknown> {
  const lent = Object.assign(Object.create(client), { query: client.query.bind(client), release: () => undefined });
  return new Kysely({
    dialect: new PostgresDialect({ pool: { options: {}, connect: async () => lent, end: async () => undefined } }),
  });
}

/**
 * Makes the tables of an empty database and fills them, all of it or nothing. The connection must be that of the owner, who need
 * not be a superuser. Triggers do not run: what they would write is among the rows. They are then as the migrations made them.
 * @throws Error when the database has tables, or the rows do not fit them
 */
export const load = (owner: PoolConfig, { migrations, tables, positions, rowsOf, check }: Load): Promise<void> =>
  withClient(owner, async (client) => {
    await builderOn(client)
      .transaction()
      .execute(async (tx) => {
        if (await hasTables(client)) throw new Error('the database has tables already');
        await migrate(tx, { only: new Set(migrations) });
        const names = (await tablesOf(client)).map(({ name }) => name);
        const unlike = [...names, ...tables.map(({ name }) => name)].find(
          (name) => !names.includes(name) || !tables.some((table) => table.name === name),
        );
        if (unlike) throw new Error(`the table ${unlike} is only in the back-up, or only in the product`);
        // The functions of the triggers write to other tables, which are copied as well. Constraints stay in force.
        const triggers = await client.query<{ off: string; on: string }>(
          `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
             format('alter table %s enable %s trigger %I', tgrelid::regclass,
               case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as on
           from pg_trigger where not tgisinternal and tgenabled <> 'D' and tgparentid = 0
             and tgrelid = any($1::text[]::regclass[])`,
          [names],
        );
        for (const { off } of triggers.rows) await client.query(off);
        const ordered = await inOrderOfReferences(client, names);
        // The migrations have put some rows in, but none into the audit trail, from which even the owner may delete nothing.
        for (const name of ordered.toReversed()) {
          const { rowCount } = await client.query(`select from ${name} limit 1`);
          if (rowCount) await client.query(`delete from ${name}`);
        }
        for (const name of ordered) {
          const columns = tables.find((table) => table.name === name)?.columns ?? [];
          await pipeline(rowsOf(name), client.query(from(`copy ${name} (${columns.join(', ')}) from stdin`)));
          await check(name, client.query(to(`copy (select ${columns.join(', ')} from ${name}) to stdout`)));
        }
        for (const { name, last } of positions) await client.query('select setval($1::regclass, $2)', [name, last]);
        // PostgreSQL alters no table while a deferred check waits.
        await client.query('set constraints all immediate');
        for (const { on } of triggers.rows) await client.query(on);
      });
    await client.query('analyze');
  });
