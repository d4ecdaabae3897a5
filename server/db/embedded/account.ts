import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The system account that runs PostgreSQL when the app itself is root. */
export interface Account {
  uid: number;
  gid: number;
}

/** A program ready to be spawned as an account. */
export interface AccountCommand {
  file: string;
  args: string[];
  identity: { uid?: number; gid?: number };
}

const NEW_ACCOUNT = 'switchboard';

// For Debian, Fedora and most others; Debian only; BusyBox. The first command that works is enough.
const CREATE_ACCOUNT: readonly (readonly [string, ...string[]])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NEW_ACCOUNT],
  ['adduser', '--system', '--group', '--no-create-home', NEW_ACCOUNT],
  ['adduser', '-S', '-D', '-H', NEW_ACCOUNT],
];

/**
 * Finds the account for PostgreSQL, which refuses to run as root: undefined when the app is not root, else the account that
 * owns the cluster, else an account made for it earlier, else a new one. Throws when it cannot make one.
 */
export async function accountFor(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of [NEW_ACCOUNT, 'postgres']) {
    const account = await lookUp(name);
    if (account !== undefined) return account;
  }
  for (const [command, ...args] of CREATE_ACCOUNT) {
    await run(command, args).catch(() => undefined);
    const account = await lookUp(NEW_ACCOUNT);
    if (account !== undefined) return account;
  }
  throw new Error(
    `PostgreSQL does not run as root, and the system account "${NEW_ACCOUNT}" could not be created. ` +
      'Start Switchboard as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

async function lookUp(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number.parseInt(uid.stdout, 10), gid: Number.parseInt(gid.stdout, 10) };
  } catch {
    return undefined;
  }
}

/**
 * The command that runs a PostgreSQL program on a data folder as the account.
 *
 * A folder above the programs or the data that only root can enter (/root, `mktemp -d`) would stop another account. The
 * alternatives do not work: the app must not open the user's folders, a copy elsewhere takes the data out of DATA_DIR,
 * and most containers forbid user namespaces. Only in this case, PostgreSQL keeps the one capability of root that passes
 * through folders (`setpriv`, part of every Linux with glibc): it may read, but not write, files closed to its account.
 * The app's database role is no superuser, so it has no SQL that reads files.
 */
export function commandAs(
  account: Account | undefined,
  program: string,
  args: readonly string[],
  dataFolder: string,
): AccountCommand {
  if (account === undefined) return { file: program, args: [...args], identity: {} };
  const barred = [dirname(program), dirname(dataFolder)].find((folder) => !canEnter(folder, account));
  if (barred === undefined) return { file: program, args: [...args], identity: account };
  const setpriv = ['/usr/bin/setpriv', '/bin/setpriv', '/usr/sbin/setpriv'].find((file) => existsSync(file));
  if (setpriv === undefined) {
    throw new Error(
      `PostgreSQL does not run as root, and no other account may enter ${barred}. Start Switchboard as an ordinary ` +
        'user, move it to a folder that every account may enter, or install setpriv (util-linux).',
    );
  }
  const capability = passingCapability();
  return {
    file: setpriv,
    args: [
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      '--clear-groups',
      '--no-new-privs',
      // PostgreSQL checks its own programs with access(2), which ignores capabilities without this bit.
      '--securebits=+no_setuid_fixup',
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
      `--bounding-set=-all,+${capability}`,
      program,
      ...args,
    ],
    identity: {},
  };
}

function canEnter(folder: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(folder);
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  const above = dirname(folder);
  return (mode & bit) !== 0 && (above === folder || canEnter(above, account));
}

// Containers commonly keep dac_override and drop the narrower dac_read_search.
function passingCapability(): 'dac_read_search' | 'dac_override' {
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return (BigInt(`0x${effective}`) & 4n) === 0n ? 'dac_override' : 'dac_read_search';
}
