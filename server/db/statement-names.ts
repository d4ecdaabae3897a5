import { createHash } from 'node:crypto';
import type { Client } from 'pg';

/** PostgreSQL keeps every named statement of a connection; texts that vary without end get no name. */
const NAMES_MAX = 400;
const LONGEST_NAMED = 10_000;

const names = new Map<string, string>();

/**
 * Whether a statement is worth a plan for all values: not a search, whose plan depends on the word, and not a page further
 * on, whose offset stands in the text.
 */
export const isNameable = (text: string): boolean =>
  text.length <= LONGEST_NAMED && !/ like /i.test(text) && !/ offset [1-9]/i.test(text);

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMES_MAX || !isNameable(text)) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  names.set(text, name);
  return name;
}

/**
 * Gives every statement with parameters that runs on this connection a name, made from its text: PostgreSQL then parses it
 * once for each connection instead of once for each call, which is more than half of its work for a small query.
 */
export function nameStatements(client: Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const named = (text: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
  };
  client.query = named as typeof client.query;
}
