import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { connectionOfRunning } from '#server/db/embedded/embedded.ts';
import { GENESIS, type StoredEntry, sealOf } from '#server/features/audit/seal/seal.rules.ts';
import { hmacOf } from '#server/lib/tokens.ts';
import { median } from './measure.ts';
import { cpuOfEnded, cpuOfFamily } from './processes.ts';
import type { RunningSite } from './site.ts';

const CHUNK = 5_000;
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

/** Adds entries to the trail until it has this many, and waits until the product has sealed them. Returns how many have a seal. */
async function fillTrail(client: pg.Client, events: number): Promise<number> {
  const count = async (table: string) => Number((await client.query(`select count(*) from ${table}`)).rows[0].count);
  for (let missing = events - (await count('audit_events')); missing > 0; missing -= CHUNK) {
    await client.query(
      `insert into audit_events (at, actor_id, actor_name, actor_role, action, entity, entity_id, before, after, ip, user_agent)
       select now(), 1, 'Bulk Admin', 'admin', 'request.status_changed', 'request', i::text, '{"status": "pending"}',
         '{"status": "assigned", "assigned_to": "Technician 7"}', '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64)'
       from generate_series(1, $1::int) i`,
      [Math.min(missing, CHUNK)],
    );
  }
  while ((await count('audit_unsealed')) > 0) await setTimeout(LOOK_MS);
  return count('audit_seals');
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

/** Computes the three hashes of each event and nothing else. Returns events per second. */
function hashingAlone(events: number): number {
  const mac = hmacOf(Buffer.alloc(32, 7));
  const made = Array.from(
    { length: events },
    (_, nth): StoredEntry => ({
      ...{ id: String(nth), at: '1780000000.000000', actor_id: '1', actor_name: 'Bulk Admin', actor_role: 'admin' },
      ...{ action: 'request.status_changed', entity: 'request', entity_id: String(nth), ip: '203.0.113.7' },
      ...{ before: '{"status": "pending"}', after: '{"status": "assigned", "assigned_to": "Technician 7"}' },
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
    }),
  );
  const started = performance.now();
  const seals = sealOf(mac, null, made, new Date(0));
  if (seals.at(-1)?.hash.equals(GENESIS)) throw new Error('nothing was hashed');
  return (1000 * events) / (performance.now() - started);
}

/** Measures the verification of a trail of at least `events` entries, beside the running product. */
export async function measureAudit(site: RunningSite, events: number, rounds: number): Promise<AuditVerify> {
  const client = new pg.Client(connectionOfRunning(site.dataDir));
  await client.connect();
  const sealed = await fillTrail(client, events).finally(() => client.end());
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
