import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { transactionProblems } from './transactions.ts';

const problemsOf = (code: string) =>
  transactionProblems(ts.createSourceFile('planted.ts', code, ts.ScriptTarget.Latest, true));

describe('the structure check refuses', () => {
  it('the outer deps inside a transaction', () => {
    expect(problemsOf('deps.transaction(async (tx) => { await repo.find(deps.db, 1); });')).toEqual([
      'planted.ts:1: uses the deps outside the transaction; take its own: (tx, deps) => ...',
    ]);
    expect(problemsOf('deps.transaction((tx) => answerOnce(tx, one, () => present(deps, row)));')).toHaveLength(1);
  });

  it.each([
    "const add = (db: Database) => db.with('a', (cte) => cte.insertInto('users').values(row));",
    "function lock(db: Database) { return db.selectFrom('users').selectAll().forUpdate(); }",
    'const purge = (db: Database) => sql`delete from users`.execute(db);',
    "const tell = (db: Database) => sql`select pg_notify('news', '')`.execute(db);",
  ])('a write or a lock that takes no transaction: %s', (code) => {
    expect(problemsOf(code)).toEqual(['planted.ts:1: writes or locks with a Database; take a Tx']);
  });

  it('a transaction whose work is defined elsewhere', () => {
    expect(problemsOf('deps.transaction(work);')).toEqual([
      'planted.ts:1: the work of a transaction is written in place, so that it can be checked',
    ]);
  });

  it('two statements in one autocommit', () => {
    expect(problemsOf('deps.autocommit(async (tx) => { await a(tx); await b(tx); });')).toEqual([
      'planted.ts:1: autocommit runs one statement; several are a transaction',
    ]);
  });
});

it('the structure check accepts the inner deps, reads by a Database, and a property named deps', () => {
  expect(
    problemsOf(`
      deps.transaction(async (tx, deps) => { await repo.insert(tx, deps.now()); });
      other.transaction(async (tx) => { use(other.deps, { deps: 1 }); });
      const find = (db: Database) => db.selectFrom('users').selectAll().execute();
      const update = (tx: Tx) => tx.updateTable('users').set(changes).execute();
      deps.autocommit((tx) => repo.purge(tx));
    `),
  ).toEqual([]);
});
