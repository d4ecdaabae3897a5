import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { namedLicenses } from './licenses.ts';

/**
 * Prints a bill of materials (CycloneDX) of the packages that are shipped. npm leaves out a license that isn't an SPDX name; those that
 * we have read are filled in.
 */
type Component = { name: string; version: string; licenses?: unknown[] };

const root = path.join(import.meta.dirname, '../..');
const bill: { components: Component[] } = JSON.parse(
  execFileSync(
    'npm',
    ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 },
  ),
);
for (const component of bill.components) {
  const id = namedLicenses[component.name]?.is;
  if (id && !component.licenses?.length) component.licenses = [{ license: { id } }];
}
console.log(JSON.stringify(bill, null, 2));
