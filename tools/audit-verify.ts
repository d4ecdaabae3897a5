import { coverText, cutUnseen } from '#contract/audit-verdict.ts';
import { readConfig } from '../server/config.ts';
import { openDatabase } from '../server/db/pool.ts';
import { openCheckpointBucket } from '../server/features/audit/seal/copies.service.ts';
import { auditFiles } from '../server/features/audit/seal/outside.service.ts';
import { verifyTrail } from '../server/features/audit/verify/verify.service.ts';
import { readKeyFile } from '../server/lib/key-file.ts';
import { openForReading } from './open-for-reading.ts';

/**
 * `npm run audit:verify`: compares the audit trail of DATA_DIR, or of DATABASE_URL, with its seals and checkpoints. It
 * changes nothing, and works beside the running app. Ends with 0 when the trail is intact, with 1 when not.
 */
const TIMEOUT_MS = 10 * 60_000;
/** Verifying copies nothing, and so has nothing to log. */
const NO_LOG = { info: () => undefined, error: () => undefined };

async function run(): Promise<boolean> {
  const config = readConfig(process.env);
  const { key, checkpoints, checkpointCopy } = auditFiles(config);
  const auditKey = config.auditKey ?? (await readKeyFile(key));
  if (!auditKey) throw new Error(`There is no audit key: ${key} is missing and AUDIT_KEY is not set.`);
  const store = await openForReading(config.dataDir, config.databaseUrl);
  const readOnly = { options: '-c default_transaction_read_only=on', statement_timeout: TIMEOUT_MS };
  const db = openDatabase({ ...store.connection, ...readOnly }, () => undefined);
  try {
    const { broken, second_place, ...held } = await verifyTrail({
      db,
      auditKey,
      checkpoints,
      checkpointCopy,
      checkpointBucket: await openCheckpointBucket(config, { auditKey, checkpoints, log: NO_LOG }),
      now: () => new Date(),
    });
    const range = held.sealed
      ? `${held.sealed} sealed entries, from ${held.since} to ${held.until}`
      : 'no sealed entry';
    const known = held.checkpoints
      ? `checkpoints: ${held.checkpoints}, from seal ${held.checkpointed_from} on`
      : 'no checkpoint';
    console.log(`${broken ? 'Intact up to the break' : 'The audit trail is intact'}: ${range}; ${known}.`);
    if (held.sealed) console.log(coverText(held.longest_wait));
    if (held.waiting) console.log(`Entries without a seal yet: ${held.waiting}.`);
    if (!second_place) console.log(cutUnseen);
    if (broken)
      console.error(`BROKEN (${broken.kind})${broken.seq ? ` at seal ${broken.seq}` : ''}: ${broken.message}`);
    return broken === null;
  } finally {
    await db.destroy();
    await store.stop();
  }
}

run()
  .then((holds) => process.exit(holds ? 0 : 1))
  .catch((error: unknown) => {
    console.error(`The audit trail could not be verified: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  });
