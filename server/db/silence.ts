import { Socket } from 'node:net';
import type { Client } from 'pg';

/**
 * Ends a database connection on which no byte arrives or leaves for so long: what was asked on it fails, and its owner
 * replaces it. A network that drops packets, or a frozen server, says nothing, and nobody would ever notice.
 * @param milliseconds longer than any statement may run, and than an owner leaves the connection without use
 */
export function endWhenSilent(client: Client, milliseconds: number): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) throw new Error('the database connection is no socket');
  stream.setTimeout(milliseconds, () =>
    stream.destroy(new Error(`connection timeout: the database was silent for ${milliseconds} ms`)),
  );
}
