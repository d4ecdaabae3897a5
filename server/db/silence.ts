import { Socket } from 'node:net';
import type { Client } from 'pg';

/**
 * Ends a database connection on which no byte arrives or leaves for the given time. Its statements fail, and its owner
 * replaces it. Without this, a network that drops packets or a frozen server would block the connection forever.
 * @param milliseconds longer than any statement may run, and than an owner leaves the connection without use
 */
export function endWhenSilent(client: Client, milliseconds: number): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) throw new Error('the database connection is no socket');
  stream.setTimeout(milliseconds, () =>
    stream.destroy(new Error(`connection timeout: the database was silent for ${milliseconds} ms`)),
  );
}
