import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureCycles, type Module } from './feature-cycles.ts';

const root = path.join(import.meta.dirname, '..');
const rules: { name: string }[] = createRequire(import.meta.url)('../.dependency-cruiser.cjs').forbidden;

/** For every rule, one file that breaks it. A rule without a row here fails the test. */
const violations: Record<string, { file: string; code: string }> = {
  'contract-is-a-leaf': { file: 'contract/planted.ts', code: "import '../server/lib/errors.ts';" },
  'web-knows-no-server': { file: 'web/lib/planted-server.ts', code: "import '../../server/lib/errors.ts';" },
  'server-knows-no-web': { file: 'server/lib/planted-web.ts', code: "import '../../web/lib/token.ts';" },
  'fastify-only-in-http': { file: 'server/features/users/users.service.ts', code: "import 'fastify';" },
  'http-calls-services-only': { file: 'server/http/planted.ts', code: "import '../features/users/users.repo.ts';" },
  'sql-only-in-repos': { file: 'server/features/auth/auth.service.ts', code: "import 'kysely';" },
  'rules-and-policies-are-pure': { file: 'server/features/auth/auth.rules.ts', code: "import 'node:fs';" },
  'features-meet-at-the-front-door': {
    file: 'server/features/requests/requests.service.ts',
    code: "import '../users/users.repo.ts';",
  },
  'lib-and-db-know-no-feature': {
    file: 'server/lib/planted-feature.ts',
    code: "import '../features/users/users.rules.ts';",
  },
  'web-lib-and-ui-know-no-feature': { file: 'web/ui/planted.ts', code: "import '../features/users/users.api.ts';" },
  'web-features-know-no-app': { file: 'web/features/users/UsersPage.tsx', code: "import '../../app/Guard.tsx';" },
  'web-features-know-no-other': {
    file: 'web/features/users/UserDialog.tsx',
    code: "import '../requests/AdminDashboardPage.tsx';",
  },
  'parts-are-private': { file: 'web/app/planted.ts', code: "import '../features/requests/parts/planted.ts';" },
  'ui-knows-no-contract': { file: 'web/ui/planted-contract.ts', code: "import '#contract/roles.ts';" },
  'public-pages-without-mantine': { file: 'web/features/auth/LoginPage.tsx', code: "import '@mantine/core';" },
  'no-cycles': {
    file: 'server/lib/planted-cycle-a.ts',
    code: "import './planted-cycle-b.ts';",
  },
  'no-orphans': { file: 'server/lib/planted-orphan.ts', code: 'export const nobody = 1;' },
  'no-test-code-in-production': { file: 'server/lib/tokens.ts', code: "import '../testing/factories.ts';" },
  'declared-packages-only': { file: 'server/lib/passwords.ts', code: "import 'busboy';" },
  'resolvable-only': { file: 'server/lib/batches.ts', code: "import './is-not-there.ts';" },
};
const partners = [
  // Two features that need each other through different files.
  { file: 'server/features/users/users.planted.service.ts', code: "import '../customers/customers.planted.rules.ts';" },
  { file: 'server/features/customers/customers.planted.rules.ts', code: 'export const none = 0;' },
  { file: 'server/features/customers/customers.planted.service.ts', code: "import '../users/users.planted.rules.ts';" },
  { file: 'server/features/users/users.planted.rules.ts', code: 'export const none = 0;' },
  { file: 'server/lib/planted-cycle-b.ts', code: "import './planted-cycle-a.ts';" },
  { file: 'web/features/requests/parts/planted.ts', code: 'export const part = 1;' },
];

type Found = { from: string; rule: { name: string } };
let folder: string;
let found: Found[];
let modules: Module[];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchboard-imports-'));
  for (const entry of ['contract', 'server', 'web', 'package.json', 'tsconfig.base.json', '.dependency-cruiser.cjs']) {
    cpSync(path.join(root, entry), path.join(folder, entry), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const { file, code } of [...Object.values(violations), ...partners]) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    // The planted line is the whole file: nothing else of it matters here.
    writeFileSync(target, `${code}\n`);
  }
  const { stdout } = spawnSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    ['contract', 'server', 'web', '--output-type', 'json'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const report = JSON.parse(stdout) as { summary: { violations: Found[] }; modules: Module[] };
  found = report.summary.violations;
  modules = report.modules;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('every import rule catches a file that breaks it', () => {
  it.each(rules)('$name', ({ name }) => {
    const violation = violations[name];
    expect(violation, `no violation is planted for ${name}`).toBeDefined();
    const caught = found.filter((one) => one.rule.name === name).map((one) => one.from);
    expect(caught).toContain(violation?.file);
  });
});

it('features that need each other are found, although their files form no cycle', () => {
  expect(featureCycles(modules)).toContain(
    'server/features/users -> server/features/customers -> server/features/users',
  );
});
