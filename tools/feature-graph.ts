import type { Module } from './feature-cycles.ts';

/** The node of a module; undefined for modules that every feature uses, and for modules that use every feature. */
function nodeOf(file: string): string | undefined {
  const [, room, feature] = /^(server|web)\/features\/([^/]+)/.exec(file) ?? [];
  if (room && feature) return `${room}_${feature}`;
  return file.startsWith('web/domain/') ? 'web_domain' : undefined;
}

/** Draws the imports between features as a Mermaid flowchart, with one arrow per pair of features. */
export function drawFeatures(modules: readonly Module[]): string {
  const used = modules.filter(({ source }) => !/\.test(-d)?\.tsx?$/.test(source));
  const arrows = used.flatMap(({ source, dependencies }) => {
    const from = nodeOf(source);
    return dependencies.flatMap(({ resolved }) => {
      const to = nodeOf(resolved);
      return from && to && from !== to ? [`  ${from} --> ${to}`] : [];
    });
  });
  const nodes = [...new Set(used.flatMap(({ source }) => nodeOf(source) ?? []))].sort();
  const group = (room: string) => [
    `  subgraph ${room}`,
    ...nodes
      .filter((node) => node.startsWith(`${room}_`))
      .map((node) => `    ${node}["${node.slice(room.length + 1)}"]`),
    '  end',
  ];
  return ['flowchart LR', ...group('server'), ...group('web'), ...[...new Set(arrows)].sort()].join('\n');
}
