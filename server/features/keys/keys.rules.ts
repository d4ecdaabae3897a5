import type { ApiKeyInfo } from '#contract/keys.ts';
import { type KeyScope, type KeyState, keyScopes } from '#contract/words/keys.ts';
import type { KeyRow } from './keys.repo.ts';

/** The known scopes among those that are stored. */
export const scopesOf = (stored: readonly string[]): KeyScope[] => keyScopes.filter((scope) => stored.includes(scope));

/**
 * Whether a key works on a day of the business: until it is ended, and until the end of its last day.
 * @param today YYYY-MM-DD, in the business's time zone
 */
export function stateOf({ ended_at, last_day }: Pick<KeyRow, 'ended_at' | 'last_day'>, today: string): KeyState {
  if (ended_at) return 'ended';
  return last_day !== null && last_day < today ? 'expired' : 'live';
}

/** How long a use is not stored again after it was. */
const USE_MS = 60_000;

/** Since when a stored use is recent enough. */
export const recentUse = (now: Date) => new Date(now.getTime() - USE_MS);

export const contentOf = ({ name, scopes, last_day }: Pick<KeyRow, 'name' | 'scopes' | 'last_day'>) => ({
  name,
  scopes: scopesOf(scopes),
  last_day,
});

export const presentKey = (row: KeyRow, today: string): ApiKeyInfo => ({
  id: row.id,
  ...contentOf(row),
  state: stateOf(row, today),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  created_by: { id: row.created_by, name: row.maker, is_active: row.is_maker_active },
  ended_at: row.ended_at?.toISOString() ?? null,
  ended_by: row.ender,
});
