import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import pg from 'pg';
import { connectionOfRunning } from '#server/db/embedded/embedded.ts';
import { newToken, tokenHash } from '#server/lib/tokens.ts';
import { quantile } from './measure.ts';
import { memoryOf } from './processes.ts';
import { startSite } from './site.ts';

/** As many as a network may have open. All share this process. */
export const BROWSERS = 200;
const PER_USER = 10;

/** From a change's COMMIT to the browsers, in ms; and the memory of an open browser in the server, in kB. */
export type FanOut = { p50: number; p99: number; kilobytes: number };

/** Adds an admin with a session for every ten browsers. Returns the tokens, one a browser. */
async function signedIn(client: pg.Client): Promise<string[]> {
  const tokens: string[] = [];
  for (let nth = 0; nth < Math.ceil(BROWSERS / PER_USER); nth += 1) {
    const token = newToken();
    const { rows } = await client.query(
      `insert into users (name, email, role, is_active, password_hash, created_at, updated_at)
       values ($1, $2, 'admin', true, 'none', now(), now()) returning id`,
      [`Browser ${nth}`, `browser.${nth}@bench.example`],
    );
    await client.query(
      `insert into sessions (user_id, token_hash, created_at, last_seen_at, expires_at, ip, user_agent)
       values ($1, $2, now(), now(), now() + interval '1 hour', '127.0.0.1', 'bench')`,
      [rows[0].id, tokenHash(token)],
    );
    for (let browser = 0; browser < PER_USER && tokens.length < BROWSERS; browser += 1) tokens.push(token);
  }
  return tokens;
}

/** Opens a browser for each token on a stream, makes changes, and measures when each browser hears of each change. */
async function fanOut(
  stream: { url: string; node: number },
  tokens: readonly string[],
  client: pg.Client,
  changes: number,
): Promise<FanOut> {
  const leaving = new AbortController();
  const times: number[] = [];
  let sentAt = 0;
  let toHear = 0;
  let allHeard = () => {};
  const open = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(stream.url, { headers, signal: leaving.signal });
    if (!answer.ok || !answer.body) throw new Error(`${stream.url} answers ${answer.status}`);
    const events = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
    const reader = events.getReader();
    await reader.read();
    const listen = async () => {
      while (!(await reader.read()).done) {
        times.push(performance.now() - sentAt);
        toHear -= 1;
        if (toHear === 0) allHeard();
      }
    };
    // Ends with an error when the browser leaves.
    void listen().catch(() => undefined);
  };
  const before = memoryOf(stream.node).now;
  for (const token of tokens) await open(token);
  const kilobytes = ((memoryOf(stream.node).now - before) * 1024) / tokens.length;
  for (let nth = 1; nth <= changes; nth += 1) {
    const heard = Promise.withResolvers<void>();
    allHeard = heard.resolve;
    toHear = tokens.length;
    await client.query('begin');
    await client.query(`insert into live_messages (topic, entity_id, roles) values ('request', $1, '{admin}')`, [nth]);
    sentAt = performance.now();
    await client.query('commit');
    await heard.promise;
  }
  leaving.abort();
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), kilobytes };
}

/** Measures live updates on an empty data folder: the product's, and the least that they can be. */
export async function measureLive(changes: number, port: number): Promise<{ ours: FanOut; bare: FanOut }> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-live-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const site = opened.use(await startSite(folder, port));
  const client = new pg.Client(connectionOfRunning(folder));
  await client.connect();
  opened.defer(() => client.end());
  const tokens = await signedIn(client);
  const ours = await fanOut({ url: `${site.origin}/api/live`, node: site.product.node }, tokens, client, changes);
  const bare = await fanOut({ url: `${site.bare}/live`, node: site.ceilings.node }, tokens, client, changes);
  return { ours, bare };
}
