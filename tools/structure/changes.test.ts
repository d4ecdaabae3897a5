import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { changeProblems } from './changes.ts';

const api = { desks: { list: { method: 'GET' }, move: { method: 'PUT' } } };
const problemsOf = (files: Record<string, string>) =>
  changeProblems(
    Object.entries(files).map(([name, code]) =>
      ts.createSourceFile(`server/features/desks/${name}`, code, ts.ScriptTarget.Latest, true),
    ),
    api,
  );

const honest = `
  async function change(deps, eventOf) {
    await deps.transaction(async (tx) => { await repo.write(tx); await announce(tx, actor, eventOf()); });
  }
  export const move = (deps) => change(deps, () => ({ type: 'desk.moved' }));`;

describe('the structure check', () => {
  it('accepts a change that announces its event directly or through a function of its feature', () => {
    expect(problemsOf({ 'desks.service.ts': honest })).toEqual([]);
  });

  it('refuses a transaction without an event', () => {
    const silent = `${honest}\nexport const tidy = (deps) => deps.transaction((tx) => repo.write(tx));`;
    expect(problemsOf({ 'desks.service.ts': silent })).toEqual([
      'server/features/desks/desks.service.ts:6: tidy runs a transaction that announces no event',
    ]);
  });

  it('refuses a use case that writes and announces no event, even when a repository function shares a name', () => {
    const silent = `
      const note = (tx) => announce(tx, actor, event);
      export const move = (deps) => deps.autocommit((tx) => repo.note(tx));`;
    expect(problemsOf({ 'desks.service.ts': silent })).toEqual([
      'server/features/desks/desks.service.ts:3: move writes without an event and is not on the list',
      'server/features/desks: desks.move (PUT) announces no event',
    ]);
  });

  it('refuses a single statement that is not on the list, however it is passed', () => {
    const silent = `${honest}\nexport const purge = (deps) => deps.autocommit(repo.deleteExpired);`;
    expect(problemsOf({ 'desks.service.ts': silent })).toEqual([
      'server/features/desks/desks.service.ts:6: purge writes without an event and is not on the list',
    ]);
  });

  it('refuses a use case that is not a service', () => {
    expect(problemsOf({ 'desks.rules.ts': honest })).toEqual([
      'server/features/desks: desks.move (PUT) announces no event',
    ]);
  });
});
