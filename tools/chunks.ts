import path from 'node:path';

/** What rolldown tells of a module: its code and what it imports. */
type ModuleInfo = { code: string | null; importedIds: string[]; dynamicallyImportedIds: string[] };
type Modules = { getModuleInfo(id: string): ModuleInfo | null };

/** Imports every icon; a module that imports it needs only those that it names. */
const ALL_ICONS = '/@tabler/icons-react/dist/esm/tabler-icons-react.mjs';
/** How many screens need a module that is `desk-most`, or `desk-many`. */
const MOST = 6;
const MANY = 3;

/**
 * Names the chunk of each module that only dashboards need: `desk` holds what their layout imports, `desk-most` and `desk-many` what
 * several screens share; null leaves a module to the bundler. Without this, each combination of screens has a chunk of its own, and
 * a screen is 140 files, most below 1 kB.
 *
 * A module is needed by at least the screens that need its importers. So a chunk imports only from itself and from those before it,
 * and chunks form no cycle.
 * @param web the folder of the website's code
 */
export function deskChunks(web: string): (id: string, modules: Modules) => string | null {
  let names: Map<string, string> | undefined;
  return (id, modules) => {
    names ??= nameDeskModules(web, modules);
    return names.get(id) ?? null;
  };
}

function nameDeskModules(web: string, modules: Modules): Map<string, string> {
  const infoOf = (file: string) => {
    const info = modules.getModuleInfo(path.join(web, file));
    if (!info) throw new Error(`${file} is no part of the website: name its chunks anew in tools/chunks.ts`);
    return info;
  };
  const layout = path.join(web, 'app/DashboardLayout.tsx');
  const routes = path.join(web, 'app/dashboard-routes.tsx');
  const screens = infoOf('app/dashboard-routes.tsx').dynamicallyImportedIds.filter((id) => id !== layout);
  // What a public page loads later must not bring the dashboards' styles.
  const isPublic = importsOf(path.join(web, 'index.html'), modules, { later: true, without: routes });
  const inLayout = importsOf(layout, modules);
  const needs = new Map<string, number>();
  for (const id of screens.flatMap((screen) => [...importsOf(screen, modules)]))
    needs.set(id, (needs.get(id) ?? 0) + 1);

  // Later names take the place of earlier ones.
  const names = new Map<string, string>();
  for (const [id, count] of needs) if (count >= MANY) names.set(id, count >= MOST ? 'desk-most' : 'desk-many');
  for (const id of inLayout) names.set(id, 'desk');
  // The manifest knows a screen by the chunk of its own.
  for (const id of [...isPublic, layout, ...screens]) names.delete(id);
  return names;
}

/**
 * A module and all that it imports, and what that imports, and so on.
 * @param later whether dynamic imports count
 * @param without a module that does not count
 */
function importsOf(first: string, modules: Modules, { later = false, without = '' } = {}): Set<string> {
  const found = new Set([without]);
  const open = [first];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const info = modules.getModuleInfo(id);
    for (const imported of info?.importedIds ?? []) {
      if (imported.endsWith(ALL_ICONS)) open.push(...iconsIn(info?.code ?? '', imported));
      else open.push(imported);
    }
    if (later) open.push(...(info?.dynamicallyImportedIds ?? []));
  }
  return found;
}

/** The modules of the icons that this code names. */
function iconsIn(code: string, allIcons: string): string[] {
  return [...new Set(code.match(/\bIcon[A-Z]\w*/g))].map((icon) =>
    path.join(path.dirname(allIcons), `icons/${icon}.mjs`),
  );
}
