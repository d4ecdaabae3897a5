import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../server/config.ts';
import { databaseIdOf } from '../server/db/installation.ts';
import { openDatabase } from '../server/db/pool.ts';
import { lineOf } from '../server/features/files/files.integrity.rules.ts';
import { countFiles } from '../server/features/files/files.integrity.service.ts';
import { moveFiles } from '../server/features/files/files.move.service.ts';
import { openFiles } from '../server/files.ts';
import { openForReading } from './open-for-reading.ts';

/**
 * `npm run files:move -- --to s3|disk [--delete]`: copies the stored files between DATA_DIR and the bucket of the settings, beside the
 * running app, holds each copy against the SHA-256 of its row, and says what to set. A run that was cut off is completed by the next one. With
 * --delete the originals go once their copies are whole: when every instance runs on the new place. Ends with 0 when every file is there.
 */
const TIMEOUT_MS = 10 * 60_000;
const USAGE = 'usage: npm run files:move -- --to s3|disk [--delete]';

async function placesOf(config: Config, target: string | undefined) {
  if (target !== 's3' && target !== 'disk') throw new Error(USAGE);
  if (!config.bucket) {
    throw new Error('S3_BUCKET is not set. Set the bucket of the other place, also when the files move to the disk.');
  }
  const [bucket, disk] = [await openFiles(config), await openFiles({ ...config, bucket: undefined })];
  return target === 's3' ? { from: disk, to: bucket } : { from: bucket, to: disk };
}

async function run(): Promise<boolean> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, delete: { type: 'boolean', default: false } } });
  const config = readConfig(process.env);
  const places = await placesOf(config, values.to);
  const store = await openForReading(config.dataDir, config.databaseUrl);
  const readOnly = { options: '-c default_transaction_read_only=on', statement_timeout: TIMEOUT_MS };
  const db = openDatabase({ ...store.connection, ...readOnly }, () => undefined);
  try {
    const id = await databaseIdOf(db);
    if (!id) throw new Error('the database has not been used by the product yet');
    const owner = await places.to.claim(id);
    if (owner !== id)
      throw new Error(`${places.to.place} belongs to the installation ${owner}, and the database to ${id}`);
    const total = await countFiles({ db }, null);
    console.log(`From ${places.from.place}\nto ${places.to.place}`);
    const sum = { checked: 0, copied: 0, problems: 0 };
    for await (const { checked, copied, problems } of moveFiles(db, places, { remove: values.delete })) {
      for (const problem of problems) console.error(lineOf(problem));
      sum.checked += checked;
      sum.copied += copied;
      sum.problems += problems.length;
      console.log(`${sum.checked} of ${Math.max(total, sum.checked)} files`);
    }
    console.log(
      `${sum.checked} files compared with their rows: ${sum.copied} copied, with small pictures; ${sum.problems} not there.`,
    );
    console.log(nextStep(values.to === 's3', values.delete));
    return sum.problems === 0;
  } finally {
    await db.destroy();
    await store.stop();
  }
}

function nextStep(isBucket: boolean, isLast: boolean): string {
  if (isLast) return 'The originals of the files that are there were deleted. Files without a row stay where they are.';
  const change = isBucket
    ? 'set S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_PREFIX as for this command'
    : 'remove the settings that begin with S3_';
  return (
    `Nothing was deleted. Next: ${change} for every instance, restart them, and run this again with --delete. It copies ` +
    'what came in meanwhile, and deletes the originals.'
  );
}

run()
  .then((whole) => process.exit(whole ? 0 : 1))
  .catch((error: unknown) => {
    const { cause, message } = error as Error;
    console.error(`The files could not be moved: ${cause instanceof Error ? cause.message : (message ?? error)}`);
    process.exit(1);
  });
