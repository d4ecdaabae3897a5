// The hash of all files that dist/ is made from: the built website and the bundle of the server.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const inputsFile = join(root, 'dist', '.inputs');

// The inputs include package.json and the build scripts, because a changed build command changes the build.
const INPUTS = [
  'web',
  'contract',
  'documents',
  'server',
  'public',
  'vite.config.ts',
  'vite.server.config.ts',
  'tools/breakpoints.ts',
  'tools/chunks.ts',
  'tools/finish-build.ts',
  'tsconfig.web.json',
  'package.json',
  'package-lock.json',
];

/** The hash of the content of every input, by path; missing inputs count as absent. */
export function hashInputs() {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap((name) => filesOf(join(root, name)))) {
    const content = createHash('sha256').update(readFileSync(file)).digest('hex');
    hash.update(`${relative(root, file)} ${content}\n`);
  }
  return `${hash.digest('hex')}\n`;
}

/** The hash of the inputs of the current build; undefined when there is no finished build. */
export function builtInputs() {
  try {
    return statSync(join(root, 'dist', 'web', 'index.html')).isFile() ? readFileSync(inputsFile, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function filesOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
