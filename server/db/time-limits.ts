import type { PoolConfig } from 'pg';
import type { Patience } from '../lib/patience.ts';

/** The time limits of connections, for `openPool`. A transaction may do nothing for twice as long as a statement may take. */
export const timeLimitsOf = ({ statementMs, connectionMs }: Patience) =>
  ({
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 2 * statementMs,
    connectionTimeoutMillis: connectionMs,
  }) satisfies PoolConfig;
