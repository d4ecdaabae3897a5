import type { ApiKeyInfo } from '#contract/keys.ts';
import { type KeyScope, type KeyState, keyScopes, scopeTexts } from '#contract/words/keys.ts';
import { formatDate } from '#web/lib/dates.ts';
import type { Tone } from '#web/ui/base/style/tone.ts';

export const stateLabels: Record<KeyState, string> = { live: 'Active', expired: 'Expired', ended: 'Ended' };
export const stateTones: Record<KeyState, Tone> = { live: 'success', expired: 'warning', ended: 'neutral' };

/** What a key may read, for example "Requests, Reports". */
export const scopesText = (scopes: readonly KeyScope[]): string =>
  keyScopes
    .filter((scope) => scopes.includes(scope))
    .map((scope) => scopeTexts[scope].label)
    .join(', ');

/** The last day of a key. A day has no time, and is the same in every zone. */
export const lastDayText = ({ last_day }: Pick<ApiKeyInfo, 'last_day'>): string =>
  last_day === null ? 'Never' : formatDate(`${last_day}T00:00:00Z`, 'UTC');

/** Who made a key. It works on without its maker, whom nobody can ask any more. */
export const makerText = ({ created_by: { name, is_active } }: Pick<ApiKeyInfo, 'created_by'>): string =>
  is_active ? name : `${name} (inactive)`;
