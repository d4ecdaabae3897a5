import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './pool.ts';

/** The place of a value in a query that is built before the value is known. */
class Place {
  readonly nth: number;
  constructor(nth: number) {
    this.nth = nth;
  }
}

/** A query that is built: it runs with the values of a call, and returns all rows, the first one, or the one that is always there. */
type Built<V extends unknown[], O> = {
  all(db: Database, ...values: V): Promise<O[]>;
  first(db: Database, ...values: V): Promise<O | undefined>;
  firstOrThrow(db: Database, ...values: V): Promise<O>;
};

function runs<V extends unknown[], O>(all: (db: Database, ...values: V) => Promise<O[]>): Built<V, O> {
  return {
    all,
    first: async (db, ...values) => (await all(db, ...values))[0],
    async firstOrThrow(db, ...values) {
      const [row] = await all(db, ...values);
      if (row === undefined) throw new Error('the query returned no row');
      return row;
    },
  };
}

/**
 * A query that is built once instead of for each call: to build it takes from a tenth to a third of the most frequent calls.
 * @param build makes the query. It gets a placeholder for each value: it hands the values on as they are, and does not choose by
 * them what the query is
 */
export function builtOnce<V extends unknown[], O>(build: (db: Database, ...values: V) => Compilable<O>): Built<V, O> {
  let built: CompiledQuery<O> | undefined;
  return runs(async (db, ...values) => {
    built ??= build(db, ...(values.map((_, nth) => new Place(nth)) as V)).compile();
    const parameters = built.parameters.map((place) => (place instanceof Place ? values[place.nth] : place));
    const { rows } = await db.executeQuery<O>({ ...built, parameters });
    return rows;
  });
}

/** The most queries that one `builtPer` keeps; further ones are built for each call. */
const KEPT_MAX = 100;

/**
 * As `builtOnce`, for a query that is another one for each choice.
 * @param build makes the query of a choice, which is plain JSON and of which there are few
 */
export function builtPer<C, V extends unknown[], O>(
  build: (db: Database, choice: C, ...values: V) => Compilable<O>,
): Built<[choice: C, ...values: V], O> {
  const queries = new Map<string, Built<V, O>>();
  return runs((db, choice, ...values) => {
    const key = JSON.stringify(choice);
    const query = queries.get(key) ?? builtOnce((db: Database, ...values: V) => build(db, choice, ...values));
    if (queries.size < KEPT_MAX) queries.set(key, query);
    return query.all(db, ...values);
  });
}
