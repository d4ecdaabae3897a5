import type { Break } from './audit.rules.ts';

/** The guards that the migrations made, as PostgreSQL describes them, with white space in bodies folded. */
const GUARDS: ReadonlyMap<string, string> = new Map([
  ['table audit_events', 'r'],
  ['table audit_seals', 'r'],
  ['table audit_unsealed', 'r'],
  ['function await_seal', 'plpgsql begin insert into audit_unsealed select id from added; return null; end'],
  [
    'function refuse_change',
    "plpgsql begin raise exception '% is not allowed on %: the audit trail only grows', tg_op, tg_table_name using errcode = '42501'; end",
  ],
  [
    'trigger audit_events_await_seal on audit_events',
    'O CREATE TRIGGER audit_events_await_seal AFTER INSERT ON audit_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION await_seal()',
  ],
  [
    'trigger audit_events_only_grow on audit_events',
    'O CREATE TRIGGER audit_events_only_grow BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  ],
  [
    'trigger audit_seals_only_grow on audit_seals',
    'O CREATE TRIGGER audit_seals_only_grow BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  ],
]);

/** The differences between the guards of the trail and those of the migrations; empty when there are none. */
export function guardProblems(found: readonly { name: string; definition: string }[]): string[] {
  const names = new Set(found.map(({ name }) => name));
  const problems = found.flatMap(({ name, definition }) => {
    const expected = GUARDS.get(name);
    if (expected === undefined) return [`${name} was added`];
    return expected === definition ? [] : [`${name} was altered`];
  });
  return [...problems, ...[...GUARDS.keys()].filter((name) => !names.has(name)).map((name) => `${name} is missing`)];
}

/** The differences as a break of the trail; null when there are none. */
export function guardBreak(found: readonly { name: string; definition: string }[]): Break | null {
  const problems = guardProblems(found);
  if (!problems.length) return null;
  const message = `What protects the trail in the database is not as it was made: ${problems.join('; ')}.`;
  return { kind: 'guard', seq: null, event_id: null, message };
}
