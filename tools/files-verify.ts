import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/pool.ts';
import { lineOf } from '../server/features/files/files.integrity.rules.ts';
import { countFiles, countOrphans, verifyFiles } from '../server/features/files/files.integrity.service.ts';
import { openFiles } from '../server/files.ts';
import { replaceFile } from '../server/lib/durable.ts';
import { openForReading } from './open-for-reading.ts';

/**
 * `npm run files:verify [-- --from-start]`: compares every stored file with its row, by size and SHA-256, and
 * prints the missing and damaged files and the number of files without a row. It changes neither files nor database, works
 * beside the running app, and continues an interrupted run. Ends with 0 when every file is intact, with 1 when not.
 */
const TIMEOUT_MS = 10 * 60_000;
const KEPT_PROBLEMS = 1_000;

const progress = z.object({
  after: z.string().nullable(),
  checked: z.number(),
  damaged: z.number(),
  lines: z.array(z.string()),
});
type Progress = z.infer<typeof progress>;
const beginning: Progress = { after: null, checked: 0, damaged: 0, lines: [] };

async function readProgress(file: string, fromStart: boolean): Promise<Progress> {
  const text = fromStart ? null : await readFile(file, 'utf8').catch(() => null);
  return text === null ? beginning : progress.parse(JSON.parse(text));
}

async function run(): Promise<boolean> {
  const config = readConfig(process.env);
  const stateFile = path.join(config.dataDir, 'files-verify.json');
  const store = await openForReading(config.dataDir, config.databaseUrl);
  const readOnly = { options: '-c default_transaction_read_only=on', statement_timeout: TIMEOUT_MS };
  const db = openDatabase({ ...store.connection, ...readOnly }, () => undefined);
  try {
    const files = await openFiles(config);
    let state = await readProgress(stateFile, process.argv.includes('--from-start'));
    if (state.after) console.log(`Continuing after ${state.checked} files; --from-start checks all files again.`);
    for (const line of state.lines) console.error(line);
    const total = state.checked + (await countFiles({ db }, state.after));
    for await (const { after, checked, problems } of verifyFiles({ db, files }, state.after)) {
      const lines = problems.map(lineOf);
      for (const line of lines) console.error(line);
      state = {
        after,
        checked: state.checked + checked,
        damaged: state.damaged + problems.length,
        lines: [...state.lines, ...lines].slice(0, KEPT_PROBLEMS),
      };
      await replaceFile(stateFile, JSON.stringify(state), `${stateFile}.new`);
      console.log(`${state.checked} of ${Math.max(total, state.checked)} files`);
    }
    const orphans = await countOrphans({ db, files }, new Date());
    await rm(stateFile, { force: true });
    console.log(`${state.checked} files compared with their rows: ${state.damaged} damaged or missing.`);
    if (orphans) console.log(`Files without a row: ${orphans} (README, "Database and files belong together").`);
    return state.damaged === 0;
  } finally {
    await db.destroy();
    await store.stop();
  }
}

run()
  .then((whole) => process.exit(whole ? 0 : 1))
  .catch((error: unknown) => {
    console.error(`The files could not be verified: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  });
