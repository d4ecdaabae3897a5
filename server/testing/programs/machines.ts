import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { databaseSettings } from '../databases.ts';
import { newFastFolder } from '../fast-folder.ts';
import { freePort } from './ports.ts';
import { type RunningApp, startApp } from './process.ts';
import { startWebProxy, type WebProxy } from './web-proxies.ts';

/** One machine: an instance of the product with a data folder and a port of its own, which stay when it is started again. */
export type Machine = {
  /** What starts it. */
  env: Record<string, string>;
  app: RunningApp;
  /** Starts the instance that was killed or stopped, from today's source. */
  restart(): Promise<void>;
};

export type Machines = {
  both: readonly [Machine, Machine];
  /** haproxy before both. */
  proxy: WebProxy;
  close(): Promise<void>;
};

/**
 * Two machines on one database, behind haproxy.
 * @param settings for both; what they share beside the database
 * @param main the program that they begin with; the server's source when left out
 */
export async function twoMachines(
  database: string,
  settings: Record<string, string>,
  main?: string,
): Promise<Machines> {
  const folder = await newFastFolder('switchboard-machines-');
  async function start(): Promise<Machine> {
    const env = {
      ...databaseSettings(database),
      DATA_DIR: await mkdtemp(path.join(folder, 'data-')),
      PORT: String(await freePort()),
      RATE_LIMITS: 'off',
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    };
    const machine = {
      env,
      app: await startApp(env, main),
      async restart() {
        machine.app = await startApp(env);
      },
    };
    return machine;
  }
  const both = [await start(), await start()] as const;
  const proxy = await startWebProxy(
    'haproxy',
    both.map(({ app }) => app.url),
    folder,
  );
  return {
    both,
    proxy,
    async close() {
      await proxy.stop();
      for (const { app } of both) await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
