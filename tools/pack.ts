import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { init } from 'es-module-lexer';
import { FONT_FOLDERS, FONT_PACKAGES } from '../server/lib/pdf.ts';
import serverBundle from '../vite.server.config.ts';
import { root } from './lib-inputs.mjs';
import { neededBy } from './lib-pack.ts';
import { buildIfNeeded } from './lib-run.mjs';

/**
 * `npm run pack [-- --folder FOLDER]`: packs the built product with Node, PostgreSQL and the packages that it needs at run time
 * into one archive for machines like this one. It runs there without npm, a compiler and a build. With a folder it stays
 * unpacked there.
 */
const COMMANDS = ['start', 'demo', 'backup', 'restore', 'audit:verify', 'files:move', 'files:verify', 'reports:verify'];
/** What is read at run time without an import. */
const FOLDERS = ['dist', 'documents/pdf', 'server/db/migrations'];
/** Programs beside the tools. The server's source is one, because its bundle still imports packages by names that it computes. */
const PROGRAMS = ['server/main.ts', 'server/lib/pdf-process.ts', 'demo/main.ts'];
const FILES = ['README.md', 'docs', 'deploy'];
/** Packages that are found at run time without an import, beside those that the server's bundle leaves out: Node, and the typefaces of shared cards and PDFs. */
const PACKAGES = ['node', '@fontsource/figtree', ...FONT_PACKAGES];

type Manifest = { name: string; version: string; type: string; imports: object; scripts: Record<string, string> };
const { name, version, type, imports, scripts } = JSON.parse(
  await readFile(path.join(root, 'package.json'), 'utf8'),
) as Manifest;
const title = `${name}-${version}-${process.platform}-${process.arch}`;

const commands = COMMANDS.map((command) => ({ command, line: scripts[command] ?? '' }));
const toolOf = (line: string) => / (tools\/\S+)/.exec(line)?.[1] ?? '';

/** A program of the shell that runs each command from any folder, with the Node of the archive. */
const launcher = () => `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd)
PATH="$here/node_modules/node/bin:$PATH"
export PATH
command=\${1:-start}
[ $# -eq 0 ] || shift
case "$command" in
${commands.map(({ command, line }) => `  ${command}) ${line.replace(' tools/', ' "$here"/tools/')} "$@" ;;`).join('\n')}
  *) echo "Usage: switchboard [${COMMANDS.join('|')}]" >&2; exit 64 ;;
esac
`;

/** Types, maps and manuals are for those who build with a package; its license goes with it. */
const isForBuilding = (file: string) =>
  /\.(d\.[cm]?ts|map|md)$/i.test(file) && !/(licen[cs]e|notice|copying)[^/]*$/i.test(file);

/** A weight of a typeface that no PDF has, or its picture. */
const isUnusedFont = (file: string) =>
  /\.ttf(\.png)?$/.test(file) && !(file.endsWith('.ttf') && FONT_FOLDERS.includes(path.dirname(file)));

/** The passwords of a compose file lie beside it (docs/INSTALL.md). */
const isNoSecret = (file: string) => path.basename(file) !== '.env';

async function copy(file: string, to: string, filter: (file: string) => boolean = () => true) {
  const target = path.join(to, file);
  await mkdir(path.dirname(target), { recursive: true });
  await cp(path.join(root, file), target, { recursive: true, verbatimSymlinks: true, filter });
}

/** Writes the archive's content into a folder. */
async function writeTo(folder: string): Promise<void> {
  const assets = (await readdir(path.join(root, 'dist'), { recursive: true })).filter((file) => file.endsWith('.js'));
  const built = assets.filter((file) => !file.startsWith('web')).map((file) => `dist/${file}`);
  const external = serverBundle.ssr?.external;
  if (!Array.isArray(external)) throw new Error('the configuration of the server names no packages that it leaves out');
  const tools = commands.map(({ line }) => toolOf(line));
  const { modules, packages } = neededBy([...built, ...PROGRAMS, ...tools], [...PACKAGES, ...external]);
  for (const file of [...FOLDERS, ...FILES]) await copy(file, folder, isNoSecret);
  for (const module of modules) if (!module.startsWith('dist/')) await copy(module, folder);
  for (const one of packages) {
    const nested = path.join(root, one, 'node_modules');
    await copy(one, folder, (file) => file !== nested && !isForBuilding(file) && !isUnusedFont(file));
  }
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name, version, type, imports }));
  await writeFile(path.join(folder, 'switchboard'), launcher());
  await chmod(path.join(folder, 'switchboard'), 0o755);
}

const { folder } = parseArgs({ options: { folder: { type: 'string' } } }).values;
await init;
await buildIfNeeded();
const work = path.resolve(folder ?? path.join(root, '.cache', 'pack'));
const content = folder ? work : path.join(work, title);
if (folder && (await readdir(work).catch(() => [])).length) throw new Error(`${work} is not empty`);
if (!folder) await rm(work, { recursive: true, force: true });
await writeTo(content);
if (folder) console.log(content);
else {
  const archive = path.join(root, `${title}.tar.gz`);
  execFileSync('tar', ['-czf', archive, '-C', work, '--owner=0', '--group=0', title]);
  await rm(work, { recursive: true });
  console.log(`${archive} (${Math.round((await stat(archive)).size / 1e6)} MB)`);
}
