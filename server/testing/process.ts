import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';

const MAIN = path.join(import.meta.dirname, '..', 'main.ts');

export type RunningApp = {
  url: string;
  process: ChildProcess;
  output(): string;
  kill(): Promise<void>;
  stop(): Promise<number>;
};

/** A port that is free at this moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const hear = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  return { child, output: () => output };
}

/** Starts the product as a process of its own. Resolves when it is ready, and rejects when it ends before that. */
export async function startApp(env: Record<string, string>): Promise<RunningApp> {
  const port = await freePort();
  const { child, output } = launch({ PORT: String(port), ...env });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => output().includes('is ready on') && resolve());
    child.once('exit', (code) => reject(new Error(`the app ended with ${code}:\n${output()}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    output,
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async stop() {
      child.kill('SIGTERM');
      const [code] = (await once(child, 'exit')) as [number];
      return code;
    },
  };
}

/** Starts the product with settings that it must refuse. Returns its exit code and its output. */
export async function refusedStart(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(env);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: output() };
}
