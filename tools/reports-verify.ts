import { setTimeout } from 'node:timers/promises';
import { readConfig } from '../server/config.ts';
import { openPool } from '../server/db/pool.ts';
import { inTransaction, type Tx } from '../server/db/transaction.ts';
import { rebuildFigures, type Verdict, verifyFigures } from '../server/features/reports/reports.upkeep.service.ts';
import { openForReading } from './open-for-reading.ts';

/**
 * `npm run reports:verify [-- --rebuild]`: compares the figures behind Reports and the Technician Monitor with the requests of
 * DATA_DIR, or of DATABASE_URL, and prints what differs. It works beside the running app. Ends with 0 when they agree, with 1
 * when not. With --rebuild it builds the figures anew; otherwise it changes nothing.
 */
const TIMEOUT_MS = 10 * 60_000;
const WAIT_MS = 500;

type Difference = Verdict['differences'][number];

function lineOf({ step, day, assigned_to, service_type, excess }: Difference): string {
  const columns = Object.entries(excess).map(([column, n]) => `${column} ${n > 0 ? '+' : ''}${n}`);
  const about = service_type === null ? '' : `, ${JSON.stringify(service_type)}`;
  return `DIFFERS: ${step} ${day}, ${assigned_to ? `assignee ${assigned_to}` : 'unassigned'}${about}: ${columns.join(', ')}`;
}

function isRight({ zone, wrong, differences }: Verdict): boolean {
  if (zone === null) {
    console.log(
      'The figures are not built yet. The running app builds them within a minute, or --rebuild does it now.',
    );
    return true;
  }
  for (const difference of differences) console.error(lineOf(difference));
  if (wrong > differences.length) console.error(`... and ${wrong - differences.length} more`);
  console.log(
    `The figures by days in ${zone} ${wrong ? `differ from the requests in ${wrong} rows` : 'agree with the requests'}.`,
  );
  return wrong === 0;
}

async function run(): Promise<boolean> {
  const isRebuild = process.argv.includes('--rebuild');
  const config = readConfig(process.env);
  const store = await openForReading(config.dataDir, config.databaseUrl);
  const readOnly = isRebuild ? {} : { options: '-c default_transaction_read_only=on' };
  const pool = openPool({ ...store.connection, ...readOnly, statement_timeout: TIMEOUT_MS }, () => undefined);
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(pool, async () => undefined, work);
  try {
    // Another process keeps the figures up for some seconds at most, or builds them.
    while (isRebuild && !(await rebuildFigures({ transaction }))) await setTimeout(WAIT_MS);
    return isRight(await verifyFigures({ transaction }));
  } finally {
    await pool.end();
    await store.stop();
  }
}

run()
  .then((right) => process.exit(right ? 0 : 1))
  .catch((error: unknown) => {
    console.error(`The figures could not be verified: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  });
