import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { featureCycles, type Module, roomCycles } from './feature-cycles.ts';

const root = path.join(import.meta.dirname, '..');
const rules: { name: string }[] = createRequire(import.meta.url)('../.dependency-cruiser.cjs').forbidden;

/** For every rule, files that break it, of the server also in a feature's room. A rule without a row here fails the test. */
type Planted = { file: string; code: string };
const violations: Record<string, Planted | Planted[]> = {
  'contract-is-a-leaf': { file: 'contract/planted.ts', code: "import '../server/lib/errors.ts';" },
  'words-import-words-only': [
    { file: 'contract/words/planted.ts', code: "import 'zod';" },
    { file: 'contract/words/planted-schema.ts', code: "import type { User } from '../users.ts';" },
  ],
  'web-knows-no-server': { file: 'web/lib/planted-server.ts', code: "import '../../server/lib/errors.ts';" },
  'server-knows-no-web': [
    { file: 'server/lib/planted-web.ts', code: "import '../../web/lib/session/token.ts';" },
    { file: 'server/features/audit/trail/list.service.ts', code: "import '../../../../web/lib/session/token.ts';" },
  ],
  'documents-know-the-contract-only': { file: 'documents/planted.ts', code: "import '../web/lib/session/token.ts';" },
  'documents-are-built': [
    { file: 'server/lib/planted-document.ts', code: "import '../../documents/entry.ts';" },
    { file: 'server/features/audit/trail/export.service.ts', code: "import '../../../../documents/entry.ts';" },
  ],
  'no-made-up-data-in-the-product': [
    { file: 'server/lib/planted-demo.ts', code: "import '../../demo/random.ts';" },
    { file: 'server/features/audit/trail/list.rules.ts', code: "import '../../../../demo/random.ts';" },
  ],
  'fastify-only-in-http': [
    { file: 'server/features/users/users.service.ts', code: "import 'fastify';" },
    { file: 'server/features/audit/verify/verify.service.ts', code: "import 'fastify';" },
  ],
  'http-calls-services-only': [
    { file: 'server/http/planted.ts', code: "import '../features/users/users.repo.ts';" },
    { file: 'server/http/planted-room.ts', code: "import '../features/audit/seal/seal.repo.ts';" },
  ],
  'sql-only-in-repos': [
    { file: 'server/features/auth/auth.service.ts', code: "import 'kysely';" },
    { file: 'server/features/audit/seal/seal.service.ts', code: "import 'kysely';" },
  ],
  'rules-and-policies-are-pure': [
    { file: 'server/features/auth/auth.rules.ts', code: "import 'node:fs';" },
    { file: 'server/features/audit/verify/verify.rules.ts', code: "import 'node:fs';" },
    { file: 'server/lib/dates.ts', code: "import 'node:fs';" },
  ],
  'features-meet-at-the-front-door': [
    { file: 'server/features/requests/requests.service.ts', code: "import '../users/users.repo.ts';" },
    { file: 'server/features/system/system.service.ts', code: "import '../audit/seal/seal.repo.ts';" },
    { file: 'server/features/audit/overview/overview.service.ts', code: "import '../../users/users.repo.ts';" },
  ],
  'lib-and-db-know-no-feature': [
    { file: 'server/lib/planted-feature.ts', code: "import '../features/users/users.rules.ts';" },
    { file: 'server/db/planted-room.ts', code: "import '../features/audit/seal/seal.rules.ts';" },
  ],
  'web-lib-and-ui-know-no-feature': [
    { file: 'web/ui/base/planted.ts', code: "import '../../features/users/users.api.ts';" },
    { file: 'web/ui/base/planted-domain.ts', code: "import '../../domain/StatusBadge.tsx';" },
  ],
  'web-lib-knows-no-ui': { file: 'web/lib/planted-ui.ts', code: "import '../ui/base/style/tone.ts';" },
  'web-domain-knows-no-feature': {
    file: 'web/domain/planted.ts',
    code: "import '../features/users/users.view.ts';",
  },
  'web-features-know-no-app': {
    file: 'web/features/users/manage/UserForm.tsx',
    code: "import '../../../app/Guard.tsx';",
  },
  'web-features-know-no-other': {
    file: 'web/features/users/manage/UserDialog.tsx',
    code: "import '../../requests/dialog/AssignTab.tsx';",
  },
  'screens-are-private': { file: 'web/app/planted.ts', code: "import '../features/requests/dialog/AssignTab.tsx';" },
  'pages-are-loaded-by-the-router': {
    file: 'web/features/requests/dialog/AssignTab.tsx',
    code: "import '../my-work/TechnicianDashboardPage.tsx';",
  },
  'rooms-of-requests-look-down': [
    { file: 'web/features/requests/desk/planted.ts', code: "import '../monitor/monitor-filters.ts';" },
    { file: 'web/features/requests/list/planted.ts', code: "import '../desk/AttentionLinks.tsx';" },
    { file: 'web/features/requests/work/planted.ts', code: "import '../planted/without-a-floor.ts';" },
    { file: 'web/features/requests/dispatch/planted.ts', code: "import '../list/list-props.ts';" },
    { file: 'web/features/requests/requests.api.ts', code: "import './record/notes.ts';" },
    { file: 'web/features/requests/requests.filters.ts', code: "import './requests.api.ts';" },
  ],
  'ui-knows-no-contract': { file: 'web/ui/base/planted-contract.ts', code: "import '#contract/words/roles.ts';" },
  'ui-base-without-mantine': [
    { file: 'web/ui/base/planted-mantine.ts', code: "import '@mantine/core';" },
    { file: 'web/ui/base/planted-pager.ts', code: "import '../mantine/list/Pager.tsx';" },
  ],
  // The second file imports Mantine through a file that others may import.
  'public-pages-without-mantine': [
    { file: 'web/features/auth/login/LoginPage.tsx', code: "import '@mantine/core';" },
    { file: 'web/features/contact/send/ContactForm.tsx', code: "import '#web/domain/RequestCards.tsx';" },
    { file: 'web/app/site/Navbar.tsx', code: "import '#web/ui/mantine/list/Pager.tsx';" },
  ],
  'no-cycles': {
    file: 'server/lib/planted-cycle-a.ts',
    code: "import './planted-cycle-b.ts';",
  },
  'no-orphans': { file: 'server/lib/planted-orphan.ts', code: 'export const nobody = 1;' },
  'no-test-code-in-production': [
    { file: 'server/lib/tokens.ts', code: "import '../testing/factories.ts';" },
    { file: 'server/features/audit/trail/search.rules.ts', code: "import '../../../testing/factories.ts';" },
  ],
  'declared-packages-only': { file: 'server/lib/passwords.ts', code: "import 'busboy';" },
  'resolvable-only': { file: 'server/lib/limits.ts', code: "import './is-not-there.ts';" },
};
const partners = [
  // Two features that import each other through different files.
  { file: 'server/features/users/users.planted.service.ts', code: "import '../customers/customers.planted.rules.ts';" },
  { file: 'server/features/customers/customers.planted.rules.ts', code: 'export const none = 0;' },
  { file: 'server/features/customers/customers.planted.service.ts', code: "import '../users/users.planted.rules.ts';" },
  { file: 'server/features/users/users.planted.rules.ts', code: 'export const none = 0;' },
  { file: 'web/features/requests/planted/without-a-floor.ts', code: 'export const none = 0;' },
  // Two rooms of a feature that do.
  { file: 'server/features/audit/trail/planted.service.ts', code: "import '../seal/planted.rules.ts';" },
  { file: 'server/features/audit/seal/planted.rules.ts', code: 'export const none = 0;' },
  { file: 'server/features/audit/seal/planted.service.ts', code: "import '../trail/planted.rules.ts';" },
  { file: 'server/features/audit/trail/planted.rules.ts', code: 'export const none = 0;' },
  // Two rooms of ui that do.
  { file: 'web/ui/base/page/planted.ts', code: "import '../form/planted-part.ts';" },
  { file: 'web/ui/base/form/planted-part.ts', code: 'export const none = 0;' },
  { file: 'web/ui/base/form/planted.ts', code: "import '../page/planted-part.ts';" },
  { file: 'web/ui/base/page/planted-part.ts', code: 'export const none = 0;' },
  { file: 'server/lib/planted-cycle-b.ts', code: "import './planted-cycle-a.ts';" },
];

type Found = { from: string; rule: { name: string } };
let folder: string;
let found: Found[];
let modules: Module[];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchboard-imports-'));
  for (const entry of [
    'contract',
    'server',
    'web',
    'demo',
    'documents',
    'package.json',
    'tsconfig.base.json',
    '.dependency-cruiser.cjs',
  ]) {
    cpSync(path.join(root, entry), path.join(folder, entry), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const { file, code } of [...Object.values(violations).flat(), ...partners]) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    // The planted line replaces the whole file, because the test needs only the import.
    writeFileSync(target, `${code}\n`);
  }
  const { stdout } = spawnSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    ['contract', 'server', 'web', 'documents', '--output-type', 'json'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const report = JSON.parse(stdout) as { summary: { violations: Found[] }; modules: Module[] };
  found = report.summary.violations;
  modules = report.modules;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('every import rule reports a file that breaks it', () => {
  it.each([...new Set(rules.map(({ name }) => name))])('%s', (name) => {
    const planted = [violations[name] ?? []].flat();
    expect(planted, `no violation is planted for ${name}`).not.toEqual([]);
    const caught = found.filter((one) => one.rule.name === name).map((one) => one.from);
    expect(caught).toEqual(expect.arrayContaining(planted.map(({ file }) => file)));
  });
});

it('features that import each other are reported, although their files form no cycle', () => {
  expect(featureCycles(modules)).toContain(
    'server/features/users -> server/features/customers -> server/features/users',
  );
});

it('rooms that import each other are reported, although their files form no cycle', () => {
  expect(roomCycles(modules)).toContain(
    'server/features/audit/seal -> server/features/audit/trail -> server/features/audit/seal',
  );
  const [form, page] = ['web/ui/base/form', 'web/ui/base/page'];
  expect(roomCycles(modules)).toContainEqual(expect.stringMatching(`${form} -> ${page}|${page} -> ${form}`));
});
