import type { Insertable } from 'kysely';
import type { AuditEvents } from '#server/db/database.ts';
import type { Database } from '#server/db/pool.ts';

export const insertEvent = (db: Database, event: Insertable<AuditEvents>) =>
  db.insertInto('audit_events').values(event).execute();
