import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { featureCycles } from '../feature-cycles.ts';
import { drawFeatures } from '../feature-graph.ts';
import { tableProblems, tableReads, tablesOf } from './tables.ts';

const owned = { desks: ['desks', 'lamps'], people: ['people'], db: ['counters'] };
const tables = ['desks', 'lamps', 'people', 'counters'];
const parse = (file: string, code: string) => ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
const desksRepo = 'server/features/desks/desks.repo.ts';
const problemsOf = (code: string, file = desksRepo, exceptions = {}) =>
  tableProblems([parse(file, code)], tables, { owned, exceptions });
const readsOf = (code: string, file = desksRepo, exceptions = {}) => [
  ...new Set(tableReads([parse(file, code)], { owned, exceptions }).map(({ dependencies: [one] }) => one?.resolved)),
];

describe('the structure check refuses', () => {
  it.each([
    "const add = (tx: Tx) => tx.insertInto('people').values(row);",
    "const rename = (tx: Tx) => tx.with('a', (cte) => cte.updateTable('people').set(row));",
    "const drop = (tx: Tx) => tx.deleteFrom('people as p').execute();",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted code has the template.
    'const drop = (tx: Tx) => sql`delete from people where id = ${id}`.execute(tx);',
    'const move = (tx: Tx) => sql`with a as (update people set name = name returning id) select * from a`.execute(tx);',
    'const add = (tx: Tx) => sql`insert into people (name) select name from desks`.execute(tx);',
  ])('a write of a table by another than its owner: %s', (code) => {
    expect(problemsOf(code)).toEqual([`${desksRepo}:1: writes people, which only people writes`]);
    expect(problemsOf(code, 'server/features/people/some-room/people.repo.ts')).toEqual([]);
  });

  it('a read of a feature by the room of the database, and a write of its tables by a feature', () => {
    expect(problemsOf("const all = (db) => db.selectFrom('desks');", 'server/db/open.ts')).toEqual([
      'server/db/open.ts:1: reads desks of desks, and db knows no feature',
    ]);
    expect(problemsOf("const count = (tx) => tx.updateTable('counters').set(row);")).toHaveLength(1);
    expect(problemsOf("const count = (db) => db.selectFrom('counters').selectAll();")).toEqual([]);
  });

  it('a table without an owner, with two, and an owner of no table', () => {
    const rules = { owned: { ...owned, people: ['people', 'lamps', 'gone'] }, exceptions: {} };
    expect(tableProblems([], [...tables, 'new'], rules)).toEqual([
      'the table lamps has 2 owners in tools/structure/tables.ts, not one',
      'the table new has 0 owners in tools/structure/tables.ts, not one',
      'gone is no table, but has an owner in tools/structure/tables.ts',
    ]);
  });

  it('an exception that nothing needs', () => {
    const code = "const drop = (tx) => tx.deleteFrom('people');";
    expect(problemsOf(code, desksRepo, { [`${desksRepo} people`]: 'a reason' })).toEqual([]);
    expect(problemsOf('', desksRepo, { [`${desksRepo} people`]: 'a reason' })).toEqual([
      `tools/structure/tables.ts: nothing needs the exception "${desksRepo} people"`,
    ]);
  });
});

describe('a read of a table is a need of its feature', () => {
  it.each([
    "db.selectFrom('people').selectAll()",
    "db.selectFrom(['desks', 'people as p']).selectAll()",
    "db.selectFrom('desks').leftJoin('people as p', 'p.id', 'desks.owner')",
    "tx.updateTable('desks').from('people').set(row)",
    "({ exists, selectFrom }) => exists(selectFrom('people').select('id'))",
    "const newest = (table: 'desks' | 'people') => db.selectFrom(table)",
    'sql`select * from desks d, people where d.owner = people.id`',
    'sql`select * from desks as d join people on true`',
    'sql`update desks set name = (select name from people limit 1)`',
    'sql`delete from desks using people where owner = people.id`',
    "const rows = sql.raw('select id from people');",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the planted code has the template.
    'sql`select * from (${inner}) x left join only people p on p.id = ${id}`',
  ])('%s', (code) => {
    expect(readsOf(code)).toEqual(['server/features/people']);
    expect(problemsOf(code)).toEqual([]);
  });

  it.each([
    "db.selectFrom('desks').select('people')",
    'sql`select sum(people), people from desks where kind is distinct from desks.people`',
    "const all = sumOfCounts(db, 'people');",
    "db.selectFrom('counters').selectAll()",
  ])('but not this one: %s', (code) => expect(readsOf(code)).toEqual([]));

  it('unless it is a named exception', () => {
    const code = "db.selectFrom('people').selectAll()";
    expect(readsOf(code, desksRepo, { [`${desksRepo} people`]: 'a reason' })).toEqual([]);
  });

  it('so that features which import one way and read the other way are a cycle, drawn as what they are', () => {
    const file = 'server/features/people/people.service.ts';
    const imports = [{ source: file, dependencies: [{ resolved: 'server/features/desks/desks.service.ts' }] }];
    const reads = tableReads([parse(desksRepo, "db.selectFrom('people')")], { owned, exceptions: {} });
    expect(featureCycles(imports)).toEqual([]);
    expect(featureCycles([...imports, ...reads])).toEqual([
      'server/features/desks -> server/features/people -> server/features/desks',
    ]);
    expect(drawFeatures(imports, reads).split('\n')).toEqual(
      expect.arrayContaining(['  server_people --> server_desks', '  server_desks -.-> server_people']),
    );
  });
});

it('the tables are those of the row types', () => {
  const types = 'export interface Desks { id: number }\nexport interface DB { desks: Desks; lamps: Lamps }';
  expect(tablesOf(parse('server/db/database.ts', types))).toEqual(['desks', 'lamps']);
});
