/** A module as dependency-cruiser reports it. */
export type Module = { source: string; dependencies: readonly { resolved: string }[] };

const featureOf = (file: string) => /^(?:server|web)\/features\/[^/]+/.exec(file)?.[0];
const isTest = (file: string) => /\.test(-d)?\.tsx?$/.test(file);

/**
 * The features that import each other, directly or through other features. Their files need not form a cycle.
 * @returns each cycle once, as the path from a feature back to itself
 */
export function featureCycles(modules: readonly Module[]): string[] {
  const graph = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const from = featureOf(source);
    if (!from || isTest(source)) continue;
    const needs = graph.get(from) ?? new Set();
    graph.set(from, needs);
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved);
      if (to && to !== from) needs.add(to);
    }
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (feature: string, path: readonly string[]) => {
    const start = path.indexOf(feature);
    if (start >= 0) cycles.push([...path.slice(start), feature].join(' -> '));
    if (start >= 0 || done.has(feature)) return;
    for (const next of graph.get(feature) ?? []) visit(next, [...path, feature]);
    done.add(feature);
  };
  for (const feature of [...graph.keys()].sort()) visit(feature, []);
  return cycles;
}
