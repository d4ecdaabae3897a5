/** A module as dependency-cruiser reports it. */
export type Module = { source: string; dependencies: readonly { resolved: string }[] };

const featureOf = (file: string) => /^(?:server|web)\/features\/[^/]+/.exec(file)?.[0];
const roomOf = (file: string) => /^(?:(?:server|web)\/features|web\/ui)\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0];
const isTest = (file: string) => /\.test(-d)?\.tsx?$/.test(file);

/**
 * The groups of files that import each other, directly or through other groups. Their files need not form a cycle.
 * @param groupOf undefined for files that are in no group
 * @returns each cycle once, as the path from a group back to itself
 */
function cyclesOf(modules: readonly Module[], groupOf: (file: string) => string | undefined): string[] {
  const graph = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = groupOf(source);
    if (!from || isTest(source)) continue;
    const needs = graph.get(from) ?? new Set();
    graph.set(from, needs);
    for (const { resolved } of dependencies) {
      const to = groupOf(resolved);
      if (to && to !== from) needs.add(to);
    }
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (group: string, path: readonly string[]) => {
    const start = path.indexOf(group);
    if (start >= 0) cycles.push([...path.slice(start), group].join(' -> '));
    if (start >= 0 || done.has(group)) return;
    for (const next of graph.get(group) ?? []) visit(next, [...path, group]);
    done.add(group);
  };
  for (const group of [...graph.keys()].sort()) visit(group, []);
  return cycles;
}

/** The features that import each other. */
export const featureCycles = (modules: readonly Module[]) => cyclesOf(modules, featureOf);

/** The rooms of features and of `web/ui` that import each other. */
export const roomCycles = (modules: readonly Module[]) => cyclesOf(modules, roomOf);
