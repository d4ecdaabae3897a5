import { sql } from 'kysely';

/** A time as the wire shows it (ISO 8601 in UTC, milliseconds), written by PostgreSQL: inside JSON it makes no Date. */
export const isoText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
