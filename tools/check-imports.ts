import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { featureCycles, type Module, roomCycles } from './feature-cycles.ts';
import { drawFeatures } from './feature-graph.ts';
import { tableReads } from './structure/tables.ts';

/**
 * Checks the import rules, that neither features nor their rooms form a cycle, and that the graph in docs/ARCHITECTURE.md fits the code. A feature
 * also needs those whose tables it reads.
 * `--write` draws the graph anew. A check without modules fails.
 */
const root = path.join(import.meta.dirname, '..');
const write = process.argv.includes('--write');
const rooms = ['contract', 'server', 'web', 'documents', 'demo', 'bench', 'tools'];
const cruiser = path.join(root, 'node_modules/.bin/depcruise');

const checked = spawnSync(cruiser, [...rooms, '--output-type', 'json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
const { summary, modules } = JSON.parse(checked.stdout) as {
  modules: Module[];
  summary: {
    totalCruised: number;
    violations: { from: string; to: string; rule: { name: string } }[];
    ruleSetUsed: { forbidden: { name: string; comment?: string }[] };
  };
};
const reasons = new Map(summary.ruleSetUsed.forbidden.map((rule) => [rule.name, rule.comment ?? '']));
for (const { from, to, rule } of summary.violations) {
  console.error(`${rule.name}: ${from} -> ${to}\n    ${reasons.get(rule.name)}`);
}
console.log(`imports: ${summary.totalCruised} modules, ${summary.violations.length} violations`);
const repositories = modules.filter(({ source }) => source.endsWith('.repo.ts'));
const reads = tableReads(
  repositories.map(({ source }) => {
    return ts.createSourceFile(source, readFileSync(path.join(root, source), 'utf8'), ts.ScriptTarget.Latest, true);
  }),
);
const cycles = featureCycles([...modules, ...reads]);
for (const cycle of cycles)
  console.error(
    `features that need each other, by imports or by their tables: ${cycle}\n    One announces an event, the other reacts.`,
  );
const circles = roomCycles(modules);
for (const circle of circles)
  console.error(`rooms that import each other: ${circle}\n    What both need stands in a room below.`);
const found = summary.violations.length + cycles.length + circles.length;
let failed = found > 0 || summary.totalCruised === 0;

const graph = drawFeatures(modules, reads);
const page = path.join(root, 'docs/ARCHITECTURE.md');
const text = readFileSync(page, 'utf8');
const fresh = text.replace(/(<!-- graph -->\n)[\s\S]*?(<!-- \/graph -->)/, `$1\`\`\`mermaid\n${graph}\n\`\`\`\n$2`);
if (fresh !== text && write) {
  writeFileSync(page, fresh);
  console.log('docs/ARCHITECTURE.md: graph drawn anew');
} else if (fresh !== text) {
  console.error('docs/ARCHITECTURE.md: the graph of features does not fit the code; run `npm run graph`');
  failed = true;
}
process.exit(failed ? 1 : 0);
