import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The role of the app, and the name of the database. The role may read and write rows, but change no table. */
export const APP_ROLE = 'switchboard';
/** The role that owns the database and its tables. Only migrations and the product's tools use it. */
export const OWNER_ROLE = 'switchboard_owner';

export const roles = [APP_ROLE, OWNER_ROLE] as const;
export type Role = (typeof roles)[number];

/** The file (0600) with a role's password in the folder of the cluster. */
export const passwordFileOf = (home: string, role: Role): string =>
  join(home, role === APP_ROLE ? 'password' : 'owner-password');

/** Only these two roles may connect, and only with their passwords; PostgreSQL's superuser cannot log in at all. */
export const ACCESS_RULES =
  process.platform === 'win32'
    ? `host all ${roles.join(',')} 127.0.0.1/32 scram-sha-256\n`
    : `local all ${roles.join(',')} scram-sha-256\n`;

/** Runs SQL as the superuser on a database of the cluster while no server runs; each line is one statement. */
type RunAlone = (database: string, statements: readonly string[]) => Promise<void>;

/** Allows the owner to end the app's connections, which a tool that drops a database needs. */
const GRANT_APP = `GRANT ${APP_ROLE} TO ${OWNER_ROLE}`;

const newPassword = () => randomBytes(32).toString('base64url');
const keep = (home: string, role: Role, password: string) =>
  writeFile(passwordFileOf(home, role), `${password}\n`, { mode: 0o600, flush: true });

/** Makes both roles and the database of a new cluster. */
export async function createRoles(home: string, run: RunAlone): Promise<void> {
  const [app, owner] = [newPassword(), newPassword()];
  await run('postgres', [
    `CREATE ROLE ${OWNER_ROLE} LOGIN CREATEDB PASSWORD '${owner}'`,
    `CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${app}'`,
    GRANT_APP,
    `CREATE DATABASE ${APP_ROLE} OWNER ${OWNER_ROLE}`,
  ]);
  await keep(home, APP_ROLE, app);
  await keep(home, OWNER_ROLE, owner);
}

/** True for a cluster of an earlier version, whose app role owns everything. */
export const lacksOwner = (home: string): boolean => !existsSync(passwordFileOf(home, OWNER_ROLE));

/** Gives an earlier cluster its owner role and moves all objects to it. After a crash the next start repeats the step. */
export async function addOwner(home: string, accessFile: string, run: RunAlone): Promise<void> {
  const password = newPassword();
  await run(APP_ROLE, [
    `DO 'begin if not exists (select from pg_roles where rolname = ''${OWNER_ROLE}'') then create role ${OWNER_ROLE}; end if; end'`,
    `ALTER ROLE ${OWNER_ROLE} LOGIN CREATEDB PASSWORD '${password}'`,
    `ALTER ROLE ${APP_ROLE} NOCREATEDB`,
    GRANT_APP,
    `ALTER DATABASE ${APP_ROLE} OWNER TO ${OWNER_ROLE}`,
    `REASSIGN OWNED BY ${APP_ROLE} TO ${OWNER_ROLE}`,
  ]);
  await writeFile(accessFile, ACCESS_RULES, { flush: true });
  await keep(home, OWNER_ROLE, password);
}
