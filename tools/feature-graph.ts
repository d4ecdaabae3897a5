import type { Module } from './feature-cycles.ts';

/** The node of a module; undefined for modules that every feature uses, and for modules that use every feature. */
function nodeOf(file: string): string | undefined {
  const [, room, feature] = /^(server|web)\/features\/([^/]+)/.exec(file) ?? [];
  if (room && feature) return `${room}_${feature}`;
  return file.startsWith('web/domain/') ? 'web_domain' : undefined;
}

/** The pairs of features of which one needs the other, as `from to`. */
const pairsOf = (modules: readonly Module[]) =>
  new Set(
    modules.flatMap(({ source, dependencies }) => {
      const from = nodeOf(source);
      return dependencies.flatMap(({ resolved }) => {
        const to = nodeOf(resolved);
        return from && to && from !== to ? [`${from} ${to}`] : [];
      });
    }),
  );

/**
 * Draws which feature needs which as a Mermaid flowchart, with one arrow per pair of features. It is dotted where a feature imports
 * nothing of the other one and reads its tables.
 */
export function drawFeatures(modules: readonly Module[], tableReads: readonly Module[]): string {
  const used = modules.filter(({ source }) => !/\.test(-d)?\.tsx?$/.test(source));
  const imported = pairsOf(used);
  const arrow = (pair: string, line: string) => `  ${pair.replace(' ', ` ${line} `)}`;
  const arrows = [
    ...[...imported].map((pair) => arrow(pair, '-->')),
    ...[...pairsOf(tableReads)].filter((pair) => !imported.has(pair)).map((pair) => arrow(pair, '-.->')),
  ];
  const nodes = [...new Set(used.flatMap(({ source }) => nodeOf(source) ?? []))].sort();
  const group = (room: string) => [
    `  subgraph ${room}`,
    ...nodes
      .filter((node) => node.startsWith(`${room}_`))
      .map((node) => `    ${node}["${node.slice(room.length + 1)}"]`),
    '  end',
  ];
  return ['flowchart LR', ...group('server'), ...group('web'), ...arrows.sort()].join('\n');
}
