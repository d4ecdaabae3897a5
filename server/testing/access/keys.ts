import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { KEY_PREFIX, type KeyScope, keyScopes } from '#contract/words/keys.ts';
import { newToken, tokenHash } from '../../lib/tokens.ts';
import { aUser } from '../people.ts';
import type { TestApp } from '../test-app.ts';
import type { Cells } from './cells.ts';
import { id, type Prepare } from './inputs.ts';

type KeyFields = {
  name?: string;
  scopes?: readonly KeyScope[];
  last_day?: string | null;
  created_by?: number;
  ended_at?: Date;
};

/** An API key inserted into the database, with every scope when none is said. */
export async function aKey(test: TestApp, fields: KeyFields = {}): Promise<{ id: number; secret: string }> {
  const { name = `Key ${randomUUID()}`, scopes = keyScopes, last_day = null, ended_at = null } = fields;
  const secret = KEY_PREFIX + newToken();
  const created_by = fields.created_by ?? (await aUser(test, 'admin')).id;
  const row = await test.deps.db
    .insertInto('api_keys')
    .values({
      ...{ name, last_day, created_by, ended_at },
      scopes: [...scopes],
      secret_hash: tokenHash(secret),
      created_at: test.deps.now(),
      ended_by: ended_at && created_by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id: row.id, secret };
}

const read = { scopes: ['requests:read' as const], last_day: '2099-12-31' };
/** The content of the keys that the tables of access and traces make. */
export const keyContent = { ...read, name: expect.any(String) };

/** The keys before are removed, because only so many may work at the same time. */
export const keyForm: Prepare = async ({ test }) => {
  await test.deps.db.deleteFrom('api_keys').execute();
  return { body: { ...read, name: `Key ${randomUUID()}` } };
};
export const aKeyToEnd: Prepare = async ({ test, office }) =>
  id((await aKey(test, { ...read, created_by: office.id })).id);

/** The kinds of API keys: with every scope, and with none. */
export const keyKinds = ['a key with every scope', 'a key without a scope'] as const;
export type KeyKind = (typeof keyKinds)[number];

/**
 * The status of an operation for an API key. What is public is open to everyone. An endpoint that names a scope answers a key with it as it
 * answers an admin; everything else refuses keys.
 */
export function cellOfKey({ access, key }: Endpoint, cells: Cells, kind: KeyKind): number {
  if (access === 'public') return cells.anonymous;
  return key && kind === 'a key with every scope' ? cells.admin : 403;
}
