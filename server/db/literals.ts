import { type RawBuilder, sql } from 'kysely';

/** Whether a column has one of these values. Literals instead of parameters: the planner then recognises a partial index. */
export const isOneOf = (column: string, values: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`;
