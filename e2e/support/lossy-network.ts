import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Where a connection ends: before the server hears of the call, when this share of it is uploaded, or when the server has
 * carried it out and its answer is on the way. Or it stays open: `hung` is accepted and never answered, `late` is carried out, and its
 * answer comes with `answerLate`.
 */
export type Drop = { when: 'before' | 'after' | 'hung' | 'late' } | { when: 'during'; share: number };

export type LossyNetwork = {
  /** The address of the server through this network. */
  url: string;
  /** The addresses of the calls that were to be dropped, one for each try. */
  tries: string[];
  /** The drops that have happened. */
  dropped: Drop[];
  /** Resolves when so many drops have happened. */
  until: (count: number) => Promise<void>;
  /** Lets the late answers through, to whoever still waits for them. */
  answerLate: () => void;
  close: () => Promise<void>;
};

/** Random numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * A network between the browser and the server that ends connections. The calls to be dropped end one after the other as
 * the list says; when it is used up, every call passes.
 * @param isDropped chooses the calls that are dropped, by method and path
 */
export async function lossyNetwork(
  server: string,
  isDropped: (call: { method: string; url: string }) => boolean,
  drops: readonly Drop[],
): Promise<LossyNetwork> {
  const waiting = [...drops];
  const tries: string[] = [];
  const dropped: Drop[] = [];
  const watchers = new Set<() => void>();
  let late: (() => void)[] = [];
  const met = (drop: Drop) => {
    dropped.push(drop);
    for (const watcher of watchers) watcher();
  };
  const end = (from: IncomingMessage, drop: Drop) => {
    from.socket.destroy();
    met(drop);
  };
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    const { method = '', url = '' } = from;
    const isChosen = isDropped({ method, url });
    if (isChosen) tries.push(url);
    const drop = isChosen ? waiting.shift() : undefined;
    if (drop?.when === 'before') return end(from, drop);
    if (drop?.when === 'hung') return void from.resume().on('end', () => met(drop));
    const { port } = new URL(server);
    const onward = httpRequest({ port, host: 'localhost', method, path: url, headers: from.headers });
    onward.on('error', () => from.socket.destroy());
    from.on('close', () => from.complete || onward.destroy());
    // A stream of events would stay open after its page was killed.
    if (!drop) to.on('close', () => onward.destroy());
    onward.on('response', (answer) => {
      if (drop?.when === 'after') {
        // The whole answer has been read, so the server has carried the call out.
        return void answer.resume().on('end', () => end(from, drop));
      }
      const reply = () => {
        // A browser sends a call again by itself when it fails on a connection that was used before.
        to.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
        answer.pipe(to);
      };
      if (drop?.when !== 'late') return reply();
      late.push(reply);
      met(drop);
    });
    if (drop?.when !== 'during') return void from.pipe(onward);
    const allowed = Math.floor(Number(from.headers['content-length']) * drop.share);
    let passed = 0;
    from.on('data', (part: Buffer) => {
      onward.write(part.subarray(0, Math.max(0, allowed - passed)));
      passed += part.length;
      if (passed < allowed) return;
      from.removeAllListeners('data');
      onward.destroy();
      end(from, drop);
    });
  };
  const proxy: Server = createServer(pass);
  proxy.listen(0, 'localhost');
  await once(proxy, 'listening');
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    tries,
    dropped,
    until: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (dropped.length < count) return;
          watchers.delete(check);
          resolve();
        };
        watchers.add(check);
        check();
      }),
    answerLate() {
      const answers = late;
      late = [];
      for (const reply of answers) reply();
    },
    async close() {
      for (const reply of late) reply();
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
