import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { api } from '../contract/api.ts';
import { breakpointProblems } from './structure/breakpoints.ts';
import { changeProblems } from './structure/changes.ts';
import { formProblems } from './structure/forms.ts';
import { roomProblems } from './structure/rooms.ts';
import { storageProblems } from './structure/storage.ts';
import { jsonColumnsOf, storedProblems } from './structure/stored.ts';
import { tableProblems, tablesOf } from './structure/tables.ts';
import { transactionProblems } from './structure/transactions.ts';

/** Enforces the closed list of file kinds in docs/ARCHITECTURE.md, so that a new kind of file is a decision. */
const MAX_LINES = 300;
const WEB_ONLY = ['site', 'analytics', 'reports', 'technicians'];
const SERVER_ONLY = ['files', 'idempotency'];
/** Contract files that belong to no feature. */
const CONTRACT_SHARED = [
  'account',
  'api',
  'audit-actions',
  'audit-verdict',
  'business',
  'endpoint',
  'errors',
  'events',
  'mail-content',
  'request-answers',
  'request-forms',
  'text',
  'texts',
  'words',
  'workflow',
];

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '..'));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);
const problems: string[] = [];
const sources: ts.SourceFile[] = [];
const webSources: ts.SourceFile[] = [];

/** Small letters, with hyphens between words. */
const WORDS = '[a-z]+(?:-[a-z]+)*';
/** Files of a server feature, side by side by its name (`users.service.ts`), or in rooms (`seal/guards.repo.ts`). */
const serverKinds = (feature: string) =>
  new RegExp(`^(${feature}|${WORDS}/${WORDS})(\\.[a-z]+)*\\.(service|rules|policy|repo|reactions|jobs|test)\\.ts$`);
/** The files beside a feature's folders: calls, pure functions, filters below the calls, and a style that two folders share. */
const webKinds = (feature: string) =>
  new RegExp(`^${feature}\\.(api|view|filters)(\\.test)?\\.ts$|^[a-z-]+\\.module\\.css$|^${WORDS}/[\\w.-]+$`);
/** Components are named as they are called, hooks as `useX.ts`, everything else in small letters with hyphens. */
const WEB_NAME =
  /^(?:[A-Z][A-Za-z]*\.(?:tsx|module\.css)|use[A-Z][A-Za-z]*(?:\.test)?\.tsx?|[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:api|view|filters|stored))?(?:\.module|\.test|\.test-d)?\.(?:tsx?|css|html))$/;

const features = { contract: new Set<string>(), server: new Set<string>(), web: new Set<string>() };
for (const file of files) {
  const [room = '', second = '', third = '', ...rest] = file.split('/');
  if (room === 'web' && second !== 'public' && !WEB_NAME.test(path.basename(file))) {
    problems.push(`${file}: not how a file of the web is named`);
  }
  if (room === 'contract') features.contract.add(second.replace(/(\.test)?\.ts$/, ''));
  if (second === 'features' && (room === 'server' || room === 'web')) {
    features[room].add(third);
    const kinds = room === 'server' ? serverKinds(third) : webKinds(third);
    if (!kinds.test(rest.join('/'))) problems.push(`${file}: not a kind of file that a ${room} feature has`);
  }
  if (
    /^(contract|server|web|documents|demo|bench|e2e|tools)\//.test(file) &&
    /\.(ts|tsx|mjs|css)$/.test(file) &&
    !file.endsWith('db/database.ts')
  ) {
    const text = readFileSync(path.join(root, file), 'utf8');
    problems.push(...breakpointProblems(file, text), ...storageProblems(file, text));
    const lines = text.split('\n').length - 1;
    if (lines > MAX_LINES) problems.push(`${file}: ${lines} lines, at most ${MAX_LINES}`);
    if (/^server\/(?!testing\/)/.test(file) && /(?<!\.test(-d)?)\.ts$/.test(file)) {
      sources.push(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    }
    if (/^web\/.+(?<!\.test(-d)?)\.tsx?$/.test(file)) {
      webSources.push(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
    }
  }
}

for (const feature of features.contract) {
  if (CONTRACT_SHARED.includes(feature) || SERVER_ONLY.includes(feature)) continue;
  if (!features.server.has(feature)) problems.push(`contract/${feature}.ts: no server/features/${feature}`);
}
for (const feature of features.server) {
  if (!features.contract.has(feature) && !SERVER_ONLY.includes(feature)) {
    problems.push(`server/features/${feature}: no contract/${feature}.ts`);
  }
}
for (const feature of features.web) {
  if (!features.contract.has(feature) && !WEB_ONLY.includes(feature)) {
    problems.push(
      `web/features/${feature}: no contract/${feature}.ts; a web-only feature is named in tools/check-structure.ts`,
    );
  }
}

const rowTypes = 'server/db/database.ts';
const rows = ts.createSourceFile(
  rowTypes,
  readFileSync(path.join(root, rowTypes), 'utf8'),
  ts.ScriptTarget.Latest,
  true,
);
const tables = tablesOf(rows);
problems.push(
  ...roomProblems(files),
  ...sources.flatMap(transactionProblems),
  ...changeProblems(sources, api),
  ...tableProblems(sources, tables),
  ...storedProblems(sources, jsonColumnsOf(rows)),
  ...formProblems(webSources),
);

for (const problem of problems) console.error(problem);
console.log(`structure: ${files.length} files, ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);
