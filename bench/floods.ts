import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import sharp from 'sharp';
import type { Role } from '#contract/words/roles.ts';
import type { FilledFolder } from './filled-folder.ts';
import { signIn } from './filled-folder.ts';
import { quantile, whole } from './measure.ts';
import { startSite } from './site.ts';
import { submission } from './works.ts';

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

/** An account of this run, signed in. */
async function anAccount(origin: string, admin: string, role: Role): Promise<string> {
  const post = async (path: string, body: unknown, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { token?: string };
  };
  const email = `flood-${randomBytes(6).toString('hex')}@bulk.example`;
  const password = randomBytes(12).toString('base64url');
  await post('/users', { name: 'Somebody of This Run', email, password, role }, admin);
  const { token } = await post('/auth/login', { email, password });
  if (!token) throw new Error('the account was not signed in');
  return token;
}

/** Measures what a visitor who tracks a request and a signed-in admin meet while one auditor floods the product. */
export async function measureFloods(folder: FilledFolder, port: number, seconds: number): Promise<Flood[]> {
  await using site = await startSite(folder.dataDir, port);
  const admin = await signIn(site.origin, folder.password);
  const token = await anAccount(site.origin, admin, 'auditor');
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

export const FLOOD_HEAD = [
  ...['what the account does', 'its calls answered', 'refused', 'track by ID, p50 ms', 'p99'],
  ...['auth/me of another account, p50 ms', 'p99', 'honest calls that failed'],
];
export const floodCells = ({ title, answered, refused, track, me }: Flood): string[] => [
  title,
  ...[answered, refused, track.p50, track.p99, me.p50, me.p99, track.failed + me.failed].map(whole),
];

/** How many make the call at the same time, each again and again. */
export const CALLERS = 20;
const PHOTOS = 3;

/**
 * The most expensive calls of one kind of caller, all at the same time: what others met meanwhile, how many were answered and refused, and
 * how long the slowest answer took, in ms.
 */
export type Expensive = {
  title: string;
  health: Probed;
  list: Probed;
  answered: number;
  refused: number;
  slowest: number;
};

/** A picture of about the largest size that is taken, 37 megapixels. */
const largestWebp = () =>
  sharp({
    create: {
      width: 7_000,
      height: 5_250,
      channels: 3,
      background: '#386',
      noise: { type: 'gaussian', mean: 128, sigma: 4 },
    },
  })
    .webp({ quality: 20 })
    .toBuffer();

function withPhotos(photo: Buffer, nth: number): FormData {
  const body = new FormData();
  for (const [field, value] of Object.entries(submission(nth))) body.append(field, value);
  for (let n = 0; n < PHOTOS; n += 1)
    body.append('images', new Blob([new Uint8Array(photo)], { type: 'image/webp' }), `lot-${n}.webp`);
  return body;
}

/** Makes a call from `CALLERS` at the same time, each again until the time is over. */
async function together(call: (nth: number) => Promise<Response>, seconds: number) {
  const end = performance.now() + 1000 * seconds;
  const made = { answered: 0, refused: 0, slowest: 0 };
  const caller = async (_: unknown, nth: number) => {
    do {
      const began = performance.now();
      const isAnswered = await call(nth).then(async (answer) => (await answer.arrayBuffer()) && answer.ok);
      made[isAnswered ? 'answered' : 'refused'] += 1;
      made.slowest = Math.max(made.slowest, performance.now() - began);
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return made;
}

/** Measures what a health check and an admin who lists requests meet while others make their most expensive calls. */
export async function measureExpensive(folder: FilledFolder, port: number, seconds: number): Promise<Expensive[]> {
  await using site = await startSite(folder.dataDir, port);
  const { origin } = site;
  const admin = await signIn(origin, folder.password);
  const photo = await largestWebp();
  const as = async (role: 'admin' | 'technician' | 'auditor') => {
    const headers = { authorization: `Bearer ${await anAccount(origin, admin, role)}` };
    return (path: string) => () => fetch(`${origin}/api${path}`, { headers });
  };
  const [office, auditor] = [await as('admin'), await as('auditor')];
  const id = folder.requests[0]?.id;
  const calls: [title: string, call: (nth: number) => Promise<Response>][] = [
    [
      `a visitor sends ${PHOTOS} pictures of 37 megapixels`,
      (nth) => fetch(`${origin}/api/requests/create`, { method: 'POST', body: withPhotos(photo, nth + 1) }),
    ],
    ['an admin exports all requests', office('/requests/export')],
    ['an admin searches for a common word', office('/requests?search=stairwell')],
    ['an admin reads the reports of all time', office('/reports')],
    ['an admin prints a work order', office(`/requests/${id}/work-order`)],
    ['an auditor exports the trail', auditor('/audit/export')],
    ['an auditor searches the trail', auditor('/audit?search=zz')],
  ];
  const measured: Expensive[] = [];
  for (const [title, call] of calls) {
    const end = new AbortController();
    const probes = Promise.all([
      probe(`${origin}/api/health`, {}, end.signal),
      probe(`${origin}/api/requests?status=pending`, { authorization: `Bearer ${admin}` }, end.signal),
    ]);
    const made = await together(call, seconds).finally(() => end.abort());
    const [health, list] = await probes;
    if (!made.answered) throw new Error(`${title}: none of ${made.refused} calls was answered`);
    measured.push({ title, health, list, ...made });
  }
  return measured;
}

export const EXPENSIVE_HEAD = [
  ...['what is asked for', 'answered', 'refused', 'slowest ms', 'a health check, p50 ms', 'p99'],
  ...['the list of another account, p50 ms', 'p99', 'honest calls that failed'],
];
export const expensiveCells = ({ title, answered, refused, slowest, health, list }: Expensive): string[] => [
  title,
  ...[answered, refused, slowest, health.p50, health.p99, list.p50, list.p99, health.failed + list.failed].map(whole),
];
