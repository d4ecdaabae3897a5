import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { parse } from 'es-module-lexer';
import { root } from './lib-inputs.mjs';

/** What a program needs at run time: its own modules, as paths from the root, and the folders of packages below it. */
export type Needed = { modules: string[]; packages: string[] };

type Manifest = { imports: Record<string, string> } & Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>
>;
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest;

/** The modules that a module names. Those of a computed name are not known here. */
function importsOf(module: string): string[] {
  const text = readFileSync(path.join(root, module), 'utf8');
  const [found] = parse(/\.[cm]?ts$/.test(module) ? stripTypeScriptTypes(text) : text);
  return found.flatMap(({ n }) => (n === undefined || isBuiltin(n) ? [] : [n]));
}

/** The path from the root of a module of ours; undefined for one of a package. */
function ownModule(name: string, importer: string, aliases: Record<string, string>): string | undefined {
  if (name.startsWith('.')) return path.join(path.dirname(importer), name);
  const alias = Object.keys(aliases).find((pattern) => name.startsWith(pattern.replace('*', '')));
  return alias && path.join((aliases[alias] ?? '').replace('*', name.slice(alias.length - 1)));
}

const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/** The installed folder of a package as another one finds it: beside it or further up; undefined when it is not installed. */
function installed(name: string, from: string): string | undefined {
  const beside = path.join(from, 'node_modules', name);
  if (existsSync(path.join(root, beside, 'package.json'))) return beside;
  return from === '' || from === '.' ? undefined : installed(name, path.dirname(from));
}

/**
 * Follows the imports of these modules through our own modules and the packages.
 * @param entries paths from the root
 * @param names packages that are found at run time without an import, such as programs
 * @throws Error for a package that is imported and not installed
 */
export function neededBy(entries: readonly string[], names: readonly string[]): Needed {
  const aliases = manifestOf('.').imports;
  const modules = new Set(entries);
  const packages = new Set<string>();
  const add = (name: string, from: string, isOptional: boolean) => {
    const folder = installed(name, from);
    if (folder) packages.add(folder);
    else if (!isOptional) throw new Error(`${name} is needed and not installed`);
  };
  for (const name of names) add(name, '', false);
  // A set that grows while it is walked yields what was added, too.
  for (const module of modules) {
    for (const name of importsOf(module)) {
      const own = ownModule(name, module, aliases);
      if (own) modules.add(own);
      else add(packageOf(name), '', false);
    }
  }
  for (const folder of packages) {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifestOf(folder);
    for (const name of Object.keys(dependencies)) add(name, folder, name in optionalDependencies);
    for (const name of Object.keys({ ...optionalDependencies, ...peerDependencies })) add(name, folder, true);
  }
  return { modules: [...modules].sort(), packages: [...packages].sort() };
}
