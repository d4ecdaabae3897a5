import { execFile } from 'node:child_process';
import path from 'node:path';
import { root } from '../../lib/root.ts';
import { COMPILED } from './process.ts';

/** Runs one of the operator's commands, as `npm run` does. @returns its exit code, and all that it printed */
export function runCommand(
  name: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { PATH: process.env.PATH ?? '', ...COMPILED, ...env } };
    execFile(process.execPath, [path.join('tools', `${name}.ts`), ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}
