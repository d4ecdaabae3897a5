import { guards } from './guards.made.rules.ts';
import type { Break } from './seal.rules.ts';

const made = new Map(Object.entries(guards));

/** An index that is being built uses no function yet, and one that is not used does nothing. */
const isNeeded = (name: string) => !name.startsWith('use of ');

/** The differences between the guards of the trail and those that the migrations make; empty when there are none. */
export function guardProblems(found: readonly { name: string; digest: string }[]): string[] {
  const names = new Set(found.map(({ name }) => name));
  const problems = found.flatMap(({ name, digest }) => {
    if (!made.has(name)) return [`${name} was added`];
    return made.get(name) === digest ? [] : [`${name} was altered`];
  });
  return [
    ...problems,
    ...[...made.keys()].filter((name) => isNeeded(name) && !names.has(name)).map((name) => `${name} is missing`),
  ];
}

/** The differences as a break of the trail; null when there are none. */
export function guardBreak(found: readonly { name: string; digest: string }[]): Break | null {
  const problems = guardProblems(found);
  if (!problems.length) return null;
  const message = `What protects the trail in the database is not as it was made: ${problems.join('; ')}.`;
  return { kind: 'guard', seq: null, event_id: null, message };
}
