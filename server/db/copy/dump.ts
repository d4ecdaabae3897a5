import type { Readable } from 'node:stream';
import type { PoolConfig } from 'pg';
import { to } from 'pg-copy-streams';
import { type CopiedTable, migrationsOf, type Position, positionsOf, tablesOf } from './catalog.ts';
import { withClient } from './session.ts';

/** A stored file as its row names it. `damaged`: it was found missing or damaged before. */
export type NamedFile = { id: string; size: number; sha256: Buffer; thumbnail: boolean; damaged: boolean };

/** The database as it was at one moment, while others go on writing. */
export type Snapshot = {
  at: Date;
  /** The version of the server, like `18.4`. */
  postgres: string;
  migrations: { name: string; sha256: string }[];
  tables: CopiedTable[];
  /** The rows of a table in the text format of COPY. The stream must be read to its end before the next call. */
  read(table: CopiedTable): Readable;
  /** The stored files. */
  files(): AsyncGenerator<NamedFile>;
  /** The positions of the sequences now, which are not behind the rows. */
  positions(): Promise<Position[]>;
};

const PAGE = 500;

/** Runs `work` on a snapshot. It needs the rights to read, and writes nothing. */
export const withSnapshot = <T>(connection: PoolConfig, work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  withClient(connection, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ at: Date; postgres: string }>(
      `select now() as at, split_part(current_setting('server_version'), ' ', 1) as postgres`,
    );
    if (!rows[0]) throw new Error('PostgreSQL did not say what time it is');
    const [migrations, tables] = [await migrationsOf(client), await tablesOf(client)];
    return work({
      ...rows[0],
      migrations,
      tables,
      // Not `copy <table>`, which leaves out the rows of partitions.
      read: ({ name, columns }) => client.query(to(`copy (select ${columns.join(', ')} from ${name}) to stdout`)),
      async *files() {
        for (let after: string | undefined; ; ) {
          const page = await client.query<NamedFile>(
            `select id, file_size as size, sha256, has_thumbnail as thumbnail, damaged_at is not null as damaged from files
             where $1::uuid is null or id > $1 order by id limit ${PAGE}`,
            [after],
          );
          after = page.rows.at(-1)?.id;
          if (!after) return;
          yield* page.rows;
        }
      },
      positions: () => positionsOf(client),
    });
  });
