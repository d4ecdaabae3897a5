import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { jsonColumnsOf, storedProblems } from './stored.ts';

const parsed = (name: string, text: string) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
const rowTypes = parsed(
  'database.ts',
  `interface Desks { id: Generated<number>; details: Json; note: string }
   interface Lamps { spec: Json | null }
   interface DB { desks: Desks; lamps: Lamps }`,
);
const read = { 'desks.details': 'by readDesk', 'lamps.spec': 'by readLamp' };
const problemsOf = (code: string, columns = jsonColumnsOf(rowTypes)) =>
  storedProblems([parsed('desks.service.ts', code)], columns, read);

describe('the check of stored JSON', () => {
  it('finds the JSON columns in the row types', () => {
    expect(jsonColumnsOf(rowTypes)).toEqual(['desks.details', 'lamps.spec']);
  });

  it('accepts a lenient read, and a strict one of input', () => {
    const code = 'const a = readStoredJson(desk, row.details); const b = schema.parse(input.body);';
    expect(problemsOf(code)).toEqual([]);
  });

  it.each(['desk.parse(row.details)', 'desk.safeParse(before.spec)', 'kinds[row.kind].parse(row.details)'])(
    'refuses %s',
    (code) => {
      expect(problemsOf(code)).toEqual([
        'desks.service.ts:1: parses stored JSON strictly; readStoredJson reads that of every release',
      ]);
    },
  );

  it('asks how a new JSON column is read', () => {
    expect(problemsOf('', ['desks.details', 'lamps.spec', 'desks.plan'])).toEqual([
      "the JSON column desks.plan does not say in tools/structure/stored.ts how another release's is read",
    ]);
  });

  it('names a column that is gone', () => {
    expect(problemsOf('', ['desks.details'])).toEqual([
      'lamps.spec is no JSON column, but stands in tools/structure/stored.ts',
    ]);
  });
});
