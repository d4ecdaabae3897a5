import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createScanner } from '../../scanner.ts';
import { newFastFolder } from '../fast-folder.ts';
import { missingProgram } from './debian.ts';
import { freePort } from './ports.ts';

const START_MS = 120_000;
/** The harmless file that every scanner takes for a virus, in two parts, so that none minds this source. */
export const VIRUS = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);
/** Its only signature: the check sum, the length and the name. The signatures of ClamAV would have to be loaded from its servers. */
const SIGNATURE = '44d88612fea8a8f36de82e1278abb02f:68:Eicar-Test\n';

/** Installs ClamAV's daemon when it is missing and this process may. Returns why it cannot be used, or null. */
export const missingClamd = (): string | null =>
  missingProgram('clamd', () => spawnSync('clamd', ['--version']).status === 0, ['clamav-daemon']);

export type Clamd = {
  host: string;
  port: number;
  /** It takes connections and answers nothing, until `resume`. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

/** Starts a scanner that knows one virus. Files of more than a megabyte get no verdict. */
export async function startClamd(): Promise<Clamd> {
  const folder = await newFastFolder('switchboard-clamd-');
  const [host, port] = ['127.0.0.1', await freePort()];
  const signatures = path.join(folder, 'signatures');
  const config = path.join(folder, 'clamd.conf');
  await mkdir(signatures);
  await writeFile(path.join(signatures, 'test.hdb'), SIGNATURE);
  await writeFile(
    config,
    `DatabaseDirectory ${signatures}\nTCPSocket ${port}\nTCPAddr ${host}\nStreamMaxLength 1M\nForeground yes\n`,
  );
  // Ends with this process, however that ends.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', 'clamd', '--config-file', config], { stdio: 'ignore' });
  const scanner = createScanner({ host, port }, { scanMs: START_MS, versionMs: START_MS });
  const late = Date.now() + START_MS;
  for (;;) {
    const answers = await scanner.version().catch(() => null);
    if (answers) break;
    if (Date.now() > late || child.exitCode !== null) throw new Error('clamd does not answer');
    await wait(50);
  }
  return {
    host,
    port,
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
