import { readFileSync } from 'node:fs';
import path from 'node:path';
import { licenseProblems } from './structure/licenses.ts';

/** Fails for a package of the product whose license nobody has agreed to. Packages of tools and tests are not shipped. */
const root = path.join(import.meta.dirname, '..');
const problems = licenseProblems(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')));
for (const problem of problems) console.error(problem);
if (problems.length) process.exit(1);
