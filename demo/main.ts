import { readConfig } from '#server/config.ts';
import { openStore, type Store } from '#server/db/open.ts';
import { openDatabase, type WritableDatabase } from '#server/db/pool.ts';
import { openAuditKey } from '#server/features/audit/seal/outside.service.ts';
import { dataFolder } from '#server/lib/data-folder.ts';
import { createLocalFileStore } from '#server/lib/file-store.ts';
import { createPasswords } from '#server/lib/passwords.ts';
import { sampleBusiness } from '#server/sample-business.ts';
import { DEMO_PASSWORD, staff } from './people.ts';
import { seed } from './seed.ts';

/**
 * The first half of `npm run demo`. It is a separate process, because it draws pictures from SVG, which the server's process
 * never decodes. Opens the store of DATA_DIR, fills it once, and prints how to sign in.
 */
const REQUESTS = 600;
const PICTURE_WIDTH = 1024;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function printSignIns(db: WritableDatabase): Promise<void> {
  const rows = await db.selectFrom('users').select('email').where('is_active', '=', true).execute();
  const there = new Set(rows.map((row) => row.email));
  const printed = (['admin', 'technician', 'auditor'] as const).flatMap((role) => {
    const member = staff.find((one) => one.role === role);
    return member && there.has(member.email)
      ? [`  ${role.padEnd(11)} ${member.email.padEnd(24)} ${DEMO_PASSWORD}`]
      : [];
  });
  if (printed.length) say(['', 'Sign in with (demo data only):', ...printed, ''].join('\n'));
}

async function run(stopping: AbortSignal): Promise<void> {
  const config = readConfig(process.env);
  let store: Store | undefined;
  let db: WritableDatabase | undefined;
  try {
    store = await openStore(config, { step: say });
    db = openDatabase({ ...store.connection, statement_timeout: 60_000 }, () => undefined);
    const files = await createLocalFileStore(dataFolder(config.dataDir).files);
    const work = seed({
      db,
      files,
      business: sampleBusiness,
      passwords: await createPasswords(),
      auditKey: await openAuditKey(config, db, { error: (_, message) => say(message) }),
      seed: 'halyard',
      now: new Date(),
      requests: REQUESTS,
      pictureWidth: PICTURE_WIDTH,
      step: say,
    });
    const stopped = new Promise<never>((_, reject) => {
      stopping.addEventListener('abort', () => reject(new Error('stopped before the demo data was complete')));
    });
    await Promise.race([work, stopped]);
    await printSignIns(db);
  } finally {
    await db?.destroy();
    await store?.stop();
  }
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
run(stop.signal)
  // After a signal no caller waits for the pictures that are still being drawn.
  .then(() => process.exit(0))
  .catch((error: unknown) => {
    process.stderr.write(`The demo data could not be made: ${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  });
