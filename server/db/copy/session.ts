import pg, { type ClientConfig, type PoolConfig } from 'pg';
import { SEARCH_PATH } from '../pool.ts';

/** Texts of values that do not depend on the settings of the server, so that every server reads what another one wrote. */
const PLAIN_TEXTS = `set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set search_path = ${SEARCH_PATH}`;

/** Opens one connection without time limits for `work`, and closes it. */
export async function withClient<T>(connection: PoolConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const unlimited = {
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    application_name: 'switchboard copy',
  };
  const client = new pg.Client({ ...(connection as ClientConfig), ...unlimited });
  // A connection that breaks between two statements fails the next one.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(PLAIN_TEXTS);
    return await work(client);
  } finally {
    await client.end();
  }
}
