import type { keys } from '#contract/keys.ts';
import { KEY_PREFIX, KEYS_LISTED, keyTexts, LIVE_KEYS_MAX } from '#contract/words/keys.ts';
import type { Deps, TxDeps, UseCase } from '#server/deps.ts';
import { announce } from '#server/events.ts';
import type { ApiKey, Visitor } from '#server/lib/actor.ts';
import { isAhead } from '#server/lib/ahead.ts';
import { todayIn } from '#server/lib/days.ts';
import { DomainError, invalid, notFound } from '#server/lib/errors.ts';
import { newToken, tokenHash } from '#server/lib/tokens.ts';
import * as repo from './keys.repo.ts';
import { contentOf, presentKey, recentUse, scopesOf, stateOf } from './keys.rules.ts';

const todayOf = (deps: Pick<TxDeps, 'now' | 'settings'>) => todayIn(deps.now(), deps.settings.business.time_zone);

const findKey = async (deps: Deps, id: number) => presentKey(await repo.getKey(deps.db, id), todayOf(deps));

export const list: UseCase<typeof keys.list> = async (deps) => {
  const today = todayOf(deps);
  const rows = await repo.listKeys(deps.db, today, KEYS_LISTED);
  return { keys: rows.map((row) => presentKey(row, today)) };
};

/** Makes a key. Only the hash of its secret is stored. Names are compared without case: people tell keys apart by them. */
export const create: UseCase<typeof keys.create> = async (deps, actor, { body }) => {
  const secret = KEY_PREFIX + newToken();
  const id = await deps.transaction(async (tx, deps) => {
    await repo.lockKeys(tx);
    const today = todayOf(deps);
    if (body.last_day !== null && body.last_day < today) {
      throw invalid([{ field: 'last_day', message: keyTexts.pastDay }]);
    }
    const names = await repo.listLiveNames(tx, today);
    const isTaken = names.some((name) => name.toLowerCase() === body.name.toLowerCase());
    if (isTaken) throw invalid([{ field: 'name', message: keyTexts.nameTaken }]);
    if (names.length >= LIVE_KEYS_MAX) throw new DomainError('conflict', keyTexts.tooMany);
    const row = { ...body, secret_hash: tokenHash(secret), created_at: deps.now(), created_by: actor.id };
    const made = await repo.insertKey(tx, row);
    await announce(tx, actor, { type: 'key.created', id: made.id, key: body });
    return made.id;
  });
  return { key: await findKey(deps, id), secret };
};

/** Ends a key. What it reads at this moment is still answered. A key that does not work any more stays as it is. */
export const end: UseCase<typeof keys.end> = async (deps, actor, { params }) => {
  await deps.transaction(async (tx, deps) => {
    const key = await repo.lockKey(tx, params.id);
    if (!key) throw notFound('API key');
    if (stateOf(key, todayOf(deps)) !== 'live') return;
    await repo.endKey(tx, params.id, { ended_at: deps.now(), ended_by: actor.id });
    await announce(tx, actor, { type: 'key.ended', id: params.id, key: contentOf(key) });
  });
  return { key: await findKey(deps, params.id) };
};

/** The key with this secret; 401 when there is none, or it was ended or has expired. */
export async function keyOf(deps: Deps, secret: string, visitor: Visitor): Promise<ApiKey> {
  const row = await repo.findBySecret(deps.lookups, tokenHash(secret));
  if (!row || stateOf(row, todayOf(deps)) !== 'live') throw new DomainError('unauthorized', keyTexts.refused);
  const now = deps.now();
  const since = recentUse(now);
  if (!row.last_used_at || row.last_used_at <= since || isAhead(row.last_used_at, now))
    await deps.autocommit((tx) => repo.noteUse(tx, row.id, now, since));
  return { ...visitor, kind: 'key', id: row.id, name: row.name, scopes: scopesOf(row.scopes) };
}
