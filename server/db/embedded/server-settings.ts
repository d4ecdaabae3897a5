import { totalmem } from 'node:os';
import type { Address } from './address.ts';

/** The server's settings as command-line arguments, so that they change with the code and not with the data folder. */
export function serverArguments(cluster: string, address: Address, connections: number): string[] {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 / 1024;
  const sockets = process.platform !== 'win32';
  const settings: Record<string, string | number> = {
    listen_addresses: sockets ? '' : address.host,
    unix_socket_directories: sockets ? address.host : '',
    unix_socket_permissions: '0700',
    port: address.port,
    max_connections: connections,
    superuser_reserved_connections: 3,
    password_encryption: 'scram-sha-256',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: `${Math.round(Math.min(512, Math.max(64, memory / 16)))}MB`,
    effective_cache_size: `${Math.round(Math.max(256, memory / 2))}MB`,
    // With the default of 4, many new pending requests lead to a plan 1,500 times slower for the newest requests.
    random_page_cost: 1.1,
    // A query whose app was killed ends with it.
    client_connection_check_interval: '2s',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // DETAIL lines carry customers' data ("Key (email)=(...) already exists").
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] ',
    cluster_name: 'switchboard',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The environment of PostgreSQL's programs: without the app's secrets, and with messages in English. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const inherited = ['PATH', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}
