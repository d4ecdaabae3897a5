import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newFastFolder } from '../../testing/fast-folder.ts';
import { connectionOfRunning, type EmbeddedPostgres, startEmbedded } from './embedded.ts';

const isRoot = process.getuid?.() === 0;
const folders: string[] = [];
const running: EmbeddedPostgres[] = [];
const starters: ChildProcess[] = [];
const lines: string[] = [];

// The folder is 0700: as root, no other account can pass through it.
async function newFolder(): Promise<string> {
  const folder = await newFastFolder('switchboard-test-');
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbedded({ dataDir, log: (line) => lines.push(line) });
  running.push(server);
  return server;
}

async function stop(server: EmbeddedPostgres): Promise<void> {
  running.splice(running.indexOf(server), 1);
  await server.stop();
}

/** Runs a query as the owner of the tables, unless `changes` name another role. */
async function ask(server: EmbeddedPostgres, sql: string, changes: pg.ClientConfig = {}): Promise<unknown> {
  const client = new pg.Client({ ...server.owner, ...changes });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>({ text: sql });
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Another app: a process that starts the server, prints the outcome in one line and keeps running. */
async function startElsewhere(dataDir: string): Promise<{ app: ChildProcess; says: string }> {
  const module = new URL('./embedded.ts', import.meta.url).href;
  const script = `const { startEmbedded } = await import(${JSON.stringify(module)});
    startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log() {} })
      .then((server) => console.log('pid ' + server.pid), (error) => console.log(error.message));
    setInterval(() => {}, 60_000);`;
  const app = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  starters.push(app);
  if (app.stdout === null) throw new Error('no output');
  const [says] = (await once(app.stdout, 'data')) as [Buffer];
  return { app, says: says.toString().trim() };
}

async function kill(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const gone = once(app, 'exit');
  app.kill('SIGKILL');
  await gone;
}

async function until(what: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(what, { interval: 20 }).toBe(true);
}

afterEach(async () => {
  await Promise.all(starters.splice(0).map(kill));
  for (const server of running.splice(0)) await server.stop();
  lines.length = 0;
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const dataDir = await newFolder();

test('the first start makes a private, checksummed, socket-only server', async () => {
  const server = await start(dataDir);
  expect(await ask(server, 'SHOW data_checksums')).toBe('on');
  expect(await ask(server, 'SHOW server_encoding')).toBe('UTF8');
  expect(
    await ask(server, "SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = 'switchboard'"),
  ).toBe('b C.UTF-8');
  expect(await ask(server, 'SHOW fsync')).toBe('on');
  expect(await ask(server, 'SHOW synchronous_commit')).toBe('on');
  expect(await ask(server, 'SHOW random_page_cost')).toBe('1.1');
  expect(await ask(server, 'SHOW listen_addresses')).toBe('');
  expect(await ask(server, 'SHOW statement_timeout')).toBe('5s');
  expect(await ask(server, 'SHOW idle_in_transaction_session_timeout')).toBe('10s');
  expect(await ask(server, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toBe(false);
  expect(statSync(server.connection.host).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'postgres', 'password')).mode & 0o777).toBe(0o600);
  if (process.platform === 'linux') {
    // The server has its own process group, so that the signals of the app's terminal do not reach it.
    const group = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2];
    expect(Number(group)).toBe(server.pid);
  }
  expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(server.connection.password);
});

test('the socket demands the right password, and no other role may connect', async () => {
  const server = await start(dataDir);
  await expect(ask(server, 'SELECT 1', { password: 'wrong' })).rejects.toThrow('password authentication failed');
  await expect(ask(server, 'SELECT 1', { user: 'postgres' })).rejects.toThrow('no pg_hba.conf entry');
  await expect(ask(server, "SELECT pg_read_file('/etc/passwd')")).rejects.toThrow('permission denied');
  await expect(ask(server, 'CREATE EXTENSION IF NOT EXISTS pg_trgm')).resolves.toBeUndefined();
  await expect(ask(server, 'SELECT 1', { ...server.connection, password: 'wrong' })).rejects.toThrow('password');
});

test('the role of the app owns nothing and can create nothing', async () => {
  const server = await start(dataDir);
  for (const statement of [
    'CREATE TABLE mine (n int)',
    'CREATE SCHEMA mine',
    'CREATE DATABASE mine',
    'CREATE ROLE mine',
  ]) {
    await expect(ask(server, statement, server.connection), statement).rejects.toThrow('permission denied');
  }
  expect(await ask(server, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user', server.connection)).toBe(
    false,
  );
});

test('an older cluster with one role gets its owner role at the start, and the app keeps its data', async () => {
  const folder = await newFolder();
  const before = await start(folder);
  await ask(before, 'CREATE TABLE older AS SELECT 7 AS n');
  await ask(before, 'REASSIGN OWNED BY switchboard_owner TO switchboard');
  expect(await ask(before, 'SELECT n FROM older', before.connection)).toBe(7);
  await stop(before);
  rmSync(join(folder, 'postgres', 'owner-password'));
  writeFileSync(join(folder, 'postgres', 'data', 'pg_hba.conf'), 'local all switchboard scram-sha-256\n');

  const after = await start(folder);
  const owners = `SELECT string_agg(tableowner, ',') FROM pg_tables WHERE schemaname = 'public'`;
  expect(await ask(after, owners)).toBe('switchboard_owner');
  expect(await ask(after, 'SELECT n FROM older')).toBe(7);
  await expect(ask(after, 'DROP TABLE older', after.connection)).rejects.toThrow('must be owner');
});

test('a killed server is restarted and has every committed row', async () => {
  const server = await start(dataDir);
  await ask(server, 'CREATE TABLE kept (n int)');
  const exits: string[] = [];
  server.onExit((reason) => exits.push(reason));
  for (const round of [1, 2]) {
    await ask(server, `INSERT INTO kept VALUES (${round})`);
    const before = server.pid;
    process.kill(before, 'SIGKILL');
    await until(() => server.pid !== before);
    expect(await ask(server, 'SELECT count(*)::int FROM kept')).toBe(round);
  }
  expect(exits).toEqual(['SIGKILL', 'SIGKILL']);
});

test('after a kill -9 of the app the next start takes over its server and its data', async () => {
  const folder = dataDir;
  const { app, says } = await startElsewhere(folder);
  const orphan = Number(says.replace('pid ', ''));
  await kill(app);
  expect(() => process.kill(orphan, 0)).not.toThrow();
  const server = await start(folder);
  expect(server.pid).not.toBe(orphan);
  expect(lines).toContain(`Stopping the PostgreSQL (pid ${orphan}) that an interrupted Switchboard left running.`);
  expect(await ask(server, 'SELECT count(*)::int FROM kept')).toBe(2);
});

test('a second app is refused, and the error names the first one', async () => {
  const first = await startElsewhere(dataDir);
  const refusal = `Another Switchboard (pid ${first.app.pid}) is already using ${dataDir}.`;
  await expect(start(dataDir)).rejects.toThrow(refusal);
  await kill(first.app);
  const racers = await Promise.all([startElsewhere(dataDir), startElsewhere(dataDir), startElsewhere(dataDir)]);
  const winners = racers.filter(({ says }) => says.startsWith('pid '));
  expect(winners).toHaveLength(1);
  expect(racers.filter(({ says }) => says.startsWith('Another Switchboard (pid '))).toHaveLength(2);
});

test('a tool beside the app connects to its server, and gets an error when there is none', async () => {
  const server = await start(dataDir);
  expect(connectionOfRunning(dataDir)).toEqual(server.connection);
  await stop(server);
  expect(() => connectionOfRunning(dataDir)).toThrow(/is not ready/);
});

test('a stale postmaster.pid whose process id belongs to another program does not prevent the start', async () => {
  await stop(await start(dataDir));
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  writeFileSync(pidFile, `${process.pid}\n${join(dataDir, 'postgres', 'data')}\n1\n5432\n\n\n\nready   \n`);
  const server = await start(dataDir);
  expect(await ask(server, 'SELECT count(*)::int FROM kept')).toBe(2);
});

test('an interrupted first start is repeated', async () => {
  const folder = await newFolder();
  const outcome = startElsewhere(folder);
  outcome.catch(() => undefined); // the process is killed before it prints anything
  const unfinished = () => readdirSync(folder).filter((name) => name.startsWith('postgres.new-'));
  await until(() => unfinished().some((name) => existsSync(join(folder, name, 'data', 'PG_VERSION'))));
  await Promise.all(starters.map(kill));
  const server = await start(folder);
  expect(await ask(server, 'SELECT 1')).toBe(1);
});

test('a data folder whose path is too long for a socket still works', async () => {
  const folder = join(await newFolder(), 'd'.repeat(60), 'e'.repeat(60));
  const server = await start(folder);
  expect(server.connection.host.startsWith(folder)).toBe(false);
  expect(statSync(server.connection.host).mode & 0o777).toBe(0o700);
  expect(await ask(server, 'SELECT 1')).toBe(1);
  rmSync(server.connection.host, { recursive: true });
});

test.runIf(isRoot)(
  'root: the server never runs as root, in folders that only root can enter and in open ones (needs root)',
  async () => {
    const server = await start(dataDir);
    const status = (pid: number) => readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(status(server.pid)).not.toMatch(/^Uid:\s+0/m);
    await stop(server);
    chmodSync(dataDir, 0o755);
    const open = await start(dataDir);
    expect(await ask(open, 'SELECT count(*)::int FROM kept')).toBe(2);
    expect(status(open.pid)).not.toMatch(/^Uid:\s+0/m);
  },
);

test('a cluster that cannot start gives one error with the reason, and releases the folder', async () => {
  const folder = dataDir;
  const control = join(folder, 'postgres', 'data', 'global', 'pg_control');
  const good = readFileSync(control);
  writeFileSync(control, Buffer.alloc(good.length));
  await expect(start(folder)).rejects.toThrow(/PostgreSQL did not start in .*\n.*(FATAL|PANIC)/s);
  writeFileSync(control, good);
  expect(await ask(await start(folder), 'SELECT count(*)::int FROM kept')).toBe(2);
});
