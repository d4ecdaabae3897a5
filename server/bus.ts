import type { PoolConfig } from 'pg';
import type { z } from 'zod';
import { listen, notify } from './db/listen.ts';
import type { Tx } from './db/transaction.ts';
import type { Log } from './lib/log.ts';
import { readStoredJson } from './lib/stored/stored-json.ts';

/** The messages between instances about one subject. A payload has at most 8,000 bytes of JSON. */
export type Channel<S extends z.ZodType = z.ZodType> = { name: string; payload: S };

export const channel = <S extends z.ZodType>(name: string, payload: S): Channel<S> => ({ name, payload });

export type Subscriber<S extends z.ZodType> = {
  message: (payload: z.output<S>) => void;
  /** Called when messages may have been missed: once when the subscription begins, and after each new connection. */
  missed: () => void;
};

/** Messages between the instances on one database, over LISTEN and NOTIFY. */
export type Bus = {
  /** Sends a message to all instances, this one included, when the transaction commits. */
  publish<S extends z.ZodType>(tx: Tx, to: Channel<S>, payload: z.input<S>): Promise<void>;
  subscribe<S extends z.ZodType>(to: Channel<S>, subscriber: Subscriber<S>): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens the bus on a connection of its own. Instances of two releases may share the database: a field that only the other one
 * knows is ignored, and a message that this one can't read counts as missed, so that nothing it was about goes unseen.
 */
export async function openBus(connection: PoolConfig, log: Pick<Log, 'warn' | 'error'>): Promise<Bus> {
  const subscriptions = new Map<string, ((payload: string | null) => void)[]>();

  function deliver(name: string, payload: string | null): void {
    for (const receive of subscriptions.get(name) ?? []) {
      try {
        receive(payload);
      } catch (error) {
        log.error({ err: error, channel: name }, 'a message of another instance could not be handled');
      }
    }
  }
  const listener = await listen(connection, {
    connected: () => {
      for (const name of subscriptions.keys()) deliver(name, null);
    },
    message: deliver,
    error: (error) => log.warn({ err: error }, 'the connection that listens for messages broke'),
  });
  return {
    publish: (tx, { name, payload: schema }, payload) => notify(tx, name, JSON.stringify(schema.parse(payload))),
    async subscribe({ name, payload: schema }, { message, missed }) {
      const read = (payload: string) => {
        try {
          return readStoredJson({ schema }, JSON.parse(payload));
        } catch (error) {
          log.warn({ err: error, channel: name }, 'a message of another instance could not be read');
          return null;
        }
      };
      const receive = (payload: string | null) => {
        const known = payload === null ? null : read(payload);
        // The schema of the channel has read it.
        if (known) message(known.value as Parameters<typeof message>[0]);
        else missed();
      };
      subscriptions.set(name, [...(subscriptions.get(name) ?? []), receive]);
      await listener.add(name);
      missed();
    },
    close: () => listener.close(),
  };
}
