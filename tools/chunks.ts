import path from 'node:path';

/** What rolldown tells of a module: its code and what it imports. */
type ModuleInfo = { code: string | null; importedIds: string[]; dynamicallyImportedIds: string[] };
type Modules = { getModuleInfo(id: string): ModuleInfo | null };

/** Imports every icon; a module that imports it needs only those that it names. */
const ALL_ICONS = '/@tabler/icons-react/dist/esm/tabler-icons-react.mjs';
/** A module of the schemas, which public pages load with the first focus in a form. */
const SCHEMAS = '/node_modules/zod/';
/** A module of the library that each form uses. */
const FORMS = '/node_modules/react-hook-form/';
/** How many screens need a module that is `desk-most`, or `desk-many`. */
const MOST = 6;
const MANY = 3;

/**
 * Names the chunk of each module that dashboards need: `desk` holds what their layout imports, `desk-most` and `desk-many` what
 * several screens share, `shared` what forms of public pages need as well, and `shared-later` what these load later; null leaves a module to the bundler. Without this, each
 * combination of screens has a chunk of its own, and a screen is 140 files, most below 1 kB.
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
  const entry = path.join(web, 'index.html');
  // What a public page loads later must not bring the dashboards' styles.
  const isPublic = importsOf(entry, modules, { later: true, without: routes });
  const pages = infoOf('app/routes.tsx').dynamicallyImportedIds.filter((id) => id !== routes);
  const starts = [entry, ...pages].map((page) => [...importsOf(page, modules)]);
  const hasForm = (imports: readonly string[]) => imports.some((id) => id.includes(FORMS));
  const inFormPages = new Set(starts.filter(hasForm).flat());
  const inPlainPages = new Set(starts.filter((imports) => !hasForm(imports)).flat());
  const inLayout = importsOf(layout, modules);
  const needs = new Map<string, number>();
  for (const id of screens.flatMap((screen) => [...importsOf(screen, modules)]))
    needs.set(id, (needs.get(id) ?? 0) + 1);

  // Later names take the place of earlier ones.
  const names = new Map<string, string>();
  for (const [id, count] of needs) if (count >= MANY) names.set(id, count >= MOST ? 'desk-most' : 'desk-many');
  for (const id of inLayout) names.set(id, 'desk');
  // A public page without a form loads only its own, and none starts with the schemas.
  const isShared = (id: string) =>
    (inLayout.has(id) || (needs.get(id) ?? 0) >= MOST) &&
    !inPlainPages.has(id) &&
    ![...importsOf(id, modules)].some((imported) => imported.includes(SCHEMAS));
  for (const id of isPublic) {
    if (isShared(id)) names.set(id, inFormPages.has(id) ? 'shared' : 'shared-later');
    else names.delete(id);
  }
  // The manifest knows a screen by the chunk of its own.
  for (const id of [layout, ...screens]) names.delete(id);
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
