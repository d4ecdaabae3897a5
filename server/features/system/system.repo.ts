import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';

export const ping = (db: Database) => sql`select 1`.execute(db);
