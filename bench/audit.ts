import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { connectionOfRunning } from '#server/db/embedded/embedded.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Writer } from '#server/db/transaction.ts';
import { birthOf, isAsBorn } from '#server/features/audit/seal/birth.rules.ts';
import { epochText, GENESIS, type StoredEntry, sealOf } from '#server/features/audit/seal/seal.rules.ts';
import { insertEntries, type NewEntry } from '#server/features/audit/trail/trail.repo.ts';
import { dataFolder } from '#server/lib/data-folder.ts';
import { readKeyFile } from '#server/lib/key-file.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import { median } from './measure.ts';
import { cpuOfEnded, cpuOfFamily } from './processes.ts';
import type { RunningSite } from './site.ts';

/** The most rows of one statement, because PostgreSQL accepts at most 65,535 parameters. */
const CHUNK = 1_000;
const LOOK_MS = 200;
const tool = path.join(import.meta.dirname, '..', 'tools', 'audit-verify.ts');

export type AuditVerify = {
  events: number;
  /** Events per second, the start of the program included; and the CPU time of a thousand events, in ms. */
  rate: number;
  nodeMs: number;
  postgresMs: number;
  /** Events per second of the hashes alone. */
  hashing: number;
};

const entry: NewEntry = {
  ...{ at: new Date('2026-05-28T20:26:40Z'), actor_id: 1, actor_name: 'Bulk Admin', actor_role: 'admin' },
  ...{ action: 'request.status_changed', entity: 'request', entity_id: '1', ip: '203.0.113.7' },
  ...{ before: '{"status": "pending"}', after: '{"status": "assigned", "assigned_to": "Technician 7"}' },
  ...{ user_agent: 'Mozilla/5.0 (X11; Linux x86_64)', call_id: null },
};

/** Adds entries to the trail until it has this many, and waits until the product has sealed them. Returns how many have a seal. */
async function fillTrail(site: RunningSite, events: number): Promise<number> {
  const key = await readKeyFile(dataFolder(site.dataDir).auditKey);
  if (!key) throw new Error('the site has no audit key');
  const db = openDatabase(connectionOfRunning(site.dataDir), () => undefined);
  try {
    const count = async (table: 'audit_events' | 'audit_unsealed' | 'audit_seals') =>
      Number(
        (
          await db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('count'))
            .executeTakeFirstOrThrow()
        ).count,
      );
    for (let missing = events - (await count('audit_events')); missing > 0; missing -= CHUNK) {
      const some = Array.from({ length: Math.min(missing, CHUNK) }, (_, nth) => ({
        ...entry,
        at: new Date(),
        entity_id: String(nth),
      }));
      await insertEntries(db as unknown as Writer, hmacOf(key), some);
    }
    while ((await count('audit_unsealed')) > 0) await setTimeout(LOOK_MS);
    return await count('audit_seals');
  } finally {
    await db.destroy();
  }
}

/** Verifies `events` entries once with `npm run audit:verify`'s program. */
async function verify(site: RunningSite, events: number) {
  const before = { node: cpuOfEnded(process.pid), postgres: cpuOfFamily(site.product.postmaster) };
  const started = performance.now();
  const child = spawn(process.execPath, [tool], {
    env: { ...process.env, DATA_DIR: site.dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`the audit trail could not be verified: ${output}`);
  return {
    rate: (1000 * events) / (performance.now() - started),
    nodeMs: (1000 * (cpuOfEnded(process.pid) - before.node)) / events,
    postgresMs: (1000 * (cpuOfFamily(site.product.postmaster) - before.postgres)) / events,
  };
}

/** Computes the hashes of each event that a verification computes, and nothing else. Returns events per second. */
function hashingAlone(events: number): number {
  const mac = hmacOf(Buffer.alloc(32, 7));
  const written = { ...entry, at: epochText(entry.at), actor_id: '1' };
  const { salt, birth_mac } = birthOf(mac, written, Buffer.alloc(16, 7));
  const born = { ...written, salt: salt.toString('hex'), birth_mac: birth_mac?.toString('hex') ?? null, erased: null };
  const made = Array.from({ length: events }, (_, nth): StoredEntry => ({ ...born, id: String(nth) }));
  const started = performance.now();
  const seals = sealOf(mac, null, made, new Date(0));
  if (seals.at(-1)?.hash.equals(GENESIS) || !made.every((one) => isAsBorn(mac, one)))
    throw new Error('nothing was hashed');
  return (1000 * events) / (performance.now() - started);
}

/** Measures the verification of a trail of at least `events` entries, beside the running product. */
export async function measureAudit(site: RunningSite, events: number, rounds: number): Promise<AuditVerify> {
  const sealed = await fillTrail(site, events);
  const runs = [];
  const hashes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await verify(site, sealed));
    hashes.push(hashingAlone(events));
  }
  return {
    events: sealed,
    rate: median(runs.map(({ rate }) => rate)),
    nodeMs: median(runs.map(({ nodeMs }) => nodeMs)),
    postgresMs: median(runs.map(({ postgresMs }) => postgresMs)),
    hashing: median(hashes),
  };
}
