import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isAmong, networkOf } from '../lib/networks.ts';

/** Requests that a connection may send ahead of the answer it waits for. Browsers send none. */
const AHEAD_MAX = 10;
const PER_NETWORK = 50;
const TELL_EVERY_MS = 60_000;

type Options = {
  /** These speak for many visitors: they may have any number of connections. */
  trustedProxies: readonly string[];
  /** False lets every network have any number of connections, for load tests. */
  limited: boolean;
  /**
   * In milliseconds. A connection whose answer makes no progress for up to twice this time is ended: Node checks the progress once per
   * period.
   */
  silenceMs: number;
  warn: (fields: object, message: string) => void;
};

export type Connections = {
  /**
   * Waits until no answer is under way any more, at most so many milliseconds. Then ends every connection: Node waits without a limit for one that
   * still sends the head of a request.
   */
  drain(milliseconds: number): Promise<void>;
  /** Counts a connection no longer against its network's share. For streams, which have a bound of their own. */
  setAside(socket: Socket): void;
};

/**
 * Refuses the connections of a network that has its share already (threats T56).
 * @returns a function that takes a connection out of its network's share
 */
function limitPerNetwork(server: Server, { trustedProxies, warn }: Options): (socket: Socket) => void {
  const shares = new WeakMap<Socket, () => void>();
  const isTrusted = isAmong(trustedProxies);
  const open = new Map<string, number>();
  let toldAt = 0;
  server.on('connection', (socket: Socket) => {
    const ip = socket.remoteAddress;
    if (ip === undefined || isTrusted(ip)) return;
    const network = networkOf(ip);
    const before = open.get(network) ?? 0;
    if (before >= PER_NETWORK) {
      socket.destroy();
      if (Date.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = Date.now();
      warn({ network, most: PER_NETWORK }, 'connections refused; a proxy of yours belongs into TRUSTED_PROXIES');
      return;
    }
    open.set(network, before + 1);
    const leave = () => {
      if (!shares.delete(socket)) return;
      const left = (open.get(network) ?? 1) - 1;
      if (left) open.set(network, left);
      else open.delete(network);
    };
    shares.set(socket, leave);
    socket.once('close', leave);
  });
  return (socket) => shares.get(socket)?.();
}

/**
 * Bounds what connections can make this server hold: one answer at a time for each, which the client must keep reading, and
 * so many connections for each network (threats T55, T56). Call it before the server listens.
 */
export function boundConnections(server: Server, options: Options): Connections {
  type Turn = { current: ServerResponse | undefined; ahead: (() => void)[] };
  const turns = new WeakMap<Socket, Turn>();
  // No set of the answers: when a set grows anew, its old table leads to the new one, so that what passed through both survives
  // the collections of short-lived memory.
  let underWay = 0;
  let whenQuiet = () => {};

  /** Requests sent ahead wait until the answer before theirs is gone, so that at most one is held in memory. */
  const inTurn = (answer: RequestListener): RequestListener => {
    return (request, response) => {
      const { socket } = request;
      const turn: Turn = turns.get(socket) ?? { current: undefined, ahead: [] };
      turns.set(socket, turn);
      const start = () => {
        turn.current = response;
        underWay += 1;
        response.once('close', () => {
          turn.current = undefined;
          underWay -= 1;
          if (socket.destroyed) turn.ahead.length = 0;
          turn.ahead.shift()?.();
          if (underWay === 0) whenQuiet();
        });
        answer(request, response);
      };
      if (!turn.current) start();
      else if (turn.ahead.length < AHEAD_MAX) turn.ahead.push(start);
      else socket.destroy();
    };
  };
  for (const listener of server.listeners('request') as RequestListener[]) {
    server.off('request', listener);
    server.on('request', inTurn(listener));
  }

  server.setTimeout(options.silenceMs, (socket) => {
    // Nothing waits to be read: the answer is still being made, or its request still comes in (server/http/slow-bodies.ts).
    const isOurTurn = turns.get(socket)?.current !== undefined && socket.writableLength === 0;
    if (isOurTurn) socket.setTimeout(options.silenceMs);
    else socket.destroy();
  });
  const setAside = options.limited ? limitPerNetwork(server, options) : () => undefined;

  return {
    setAside,
    async drain(milliseconds) {
      const quiet = Promise.withResolvers<void>();
      whenQuiet = quiet.resolve;
      if (underWay === 0) whenQuiet();
      const patience = setTimeout(() => {
        options.warn({ answers: underWay }, 'answers under way are cut off');
        quiet.resolve();
      }, milliseconds);
      await quiet.promise;
      clearTimeout(patience);
      server.closeAllConnections();
    },
  };
}
