import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { FilledFolder } from './filled-folder.ts';
import { signIn } from './filled-folder.ts';
import { quantile } from './measure.ts';
import { startSite } from './site.ts';

/** How long one honest call took, in ms, among how many; and how many were refused or failed. */
type Probed = { p50: number; p99: number; failed: number };
/** A flood of one signed-in account: what others met meanwhile, and how many of its own calls were answered and refused. */
export type Flood = { title: string; track: Probed; me: Probed; answered: number; refused: number };

type Target = { origin: string; token: string };
type Attack = (target: Target, seconds: number) => Promise<{ answered: number; refused: number }>;

const CONNECTIONS = 40;
const EXPORTS = 45;
/** Between two honest calls, in ms. */
const PAUSE_MS = 25;

/** Calls without a pause from many connections of one account. */
const calls =
  (path: string, method: 'GET' | 'HEAD' | 'PATCH' = 'GET'): Attack =>
  async ({ origin, token }, seconds) => {
    const headers = { authorization: `Bearer ${token}` };
    const { non2xx, ...result } = await autocannon({
      ...{ url: `${origin}${path}`, method, headers, connections: CONNECTIONS, duration: seconds },
    });
    return { answered: result['2xx'], refused: non2xx + result.errors };
  };

/** Exports whose answers are never read. */
const unread: Attack = async ({ origin, token }, seconds) => {
  const { hostname, port, host } = new URL(origin);
  const sockets = Array.from({ length: EXPORTS }, () => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => undefined);
    socket.write(`GET /api/requests/export HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    return socket;
  });
  await setTimeout(seconds * 1000);
  // The first line of each answer says whether it was one. Until here nobody has read it.
  const starts = await Promise.all(
    sockets.map(async (socket) => {
      const [start] = await Promise.race([once(socket, 'data'), setTimeout(1000, [''])]);
      socket.destroy();
      return String(start);
    }),
  );
  const answered = starts.filter((start) => start.startsWith('HTTP/1.1 200')).length;
  return { answered, refused: EXPORTS - answered };
};

const nothing: Attack = async (_, seconds) => {
  await setTimeout(seconds * 1000);
  return { answered: 0, refused: 0 };
};

const attacks: readonly [title: string, attack: Attack][] = [
  ['nothing', nothing],
  [`${EXPORTS} exports that are never read`, unread],
  ['HEAD of the export', calls('/api/requests/export', 'HEAD')],
  ['a search of two letters', calls('/api/requests?search=st')],
  ['customers, the deepest page that is allowed', calls('/api/customers?limit=50&page=200&search=e')],
  ['all notifications read, again and again', calls('/api/notifications/mark-all-read', 'PATCH')],
  ['the description of the API', calls('/api/openapi.json')],
];

/** Makes the same honest call again and again until the flood ends. */
async function probe(url: string, headers: Record<string, string>, until: AbortSignal): Promise<Probed> {
  const times: number[] = [];
  let failed = 0;
  while (!until.aborted) {
    const began = performance.now();
    const isAnswered = await fetch(url, { headers }).then(
      async (answer) => (await answer.arrayBuffer()) && answer.ok,
      () => false,
    );
    if (isAnswered) times.push(performance.now() - began);
    else failed += 1;
    await setTimeout(PAUSE_MS);
  }
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), failed };
}

/** An auditor of this run, who floods. */
async function anAuditor(origin: string, admin: string): Promise<string> {
  const post = async (path: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { token?: string };
  };
  const email = `flood-${randomBytes(6).toString('hex')}@bulk.example`;
  const password = randomBytes(12).toString('base64url');
  await post('/users', { name: 'Flooding Auditor', email, password, role: 'auditor' }, admin);
  const { token } = await post('/auth/login', { email, password });
  if (!token) throw new Error('the auditor was not signed in');
  return token;
}

/** Measures what a visitor who tracks a request and a signed-in admin meet while one auditor floods the product. */
export async function measureFloods(folder: FilledFolder, port: number, seconds: number): Promise<Flood[]> {
  await using site = await startSite(folder.dataDir, port);
  const admin = await signIn(site.origin, folder.password);
  const token = await anAuditor(site.origin, admin);
  const tracked = `${site.origin}/api/requests/track/${folder.requests[0]?.external_id}`;
  const floods: Flood[] = [];
  for (const [title, attack] of attacks) {
    const end = new AbortController();
    const probes = Promise.all([
      probe(tracked, {}, end.signal),
      probe(`${site.origin}/api/auth/me`, { authorization: `Bearer ${admin}` }, end.signal),
    ]);
    const made = await attack({ origin: site.origin, token }, seconds).finally(() => end.abort());
    const [track, me] = await probes;
    floods.push({ title, track, me, ...made });
  }
  return floods;
}
