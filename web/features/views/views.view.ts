import { replaceHidden } from '#contract/texts/hidden.ts';
import type { View } from '#contract/views.ts';
import { firstOf } from '#contract/words/limits.ts';
import { densities, VIEW_NAME_MAX } from '#contract/words/views.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import type { TableChoices } from '#web/ui/mantine/table/TableChooser.tsx';

export const usualChoices: TableChoices = { hidden: [], density: 'comfortable' };

/** What a view is saved with. */
export type ViewContent = Pick<View, 'name' | 'query' | 'density'> & { hidden: readonly string[] };

export const choicesOf = ({ hidden, density }: Pick<View, 'hidden' | 'density'>): TableChoices => ({ hidden, density });

const recordOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;

/** Why something of the views failed, and what to do when there is no connection. */
export const failureText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.status === 0
    ? `${fallback} Check your connection, then try again.`
    : messageOf(error, fallback);

/** Reads a choice of columns that a browser has kept. Whatever is not valid counts as not chosen. */
export function tableChoicesOf(value: unknown): TableChoices {
  const { hidden, density } = recordOf(value);
  const isKey = (key: unknown): key is string => typeof key === 'string' && /^[a-z][a-z_]{0,39}$/.test(key);
  return {
    hidden: Array.isArray(hidden) ? hidden.filter(isKey) : usualChoices.hidden,
    density: densities.find((one) => one === density) ?? usualChoices.density,
  };
}

/** Reads the views that a browser has kept. Whatever is not valid is left out, and each name counts once. */
export function keptViewsOf(value: unknown): ViewContent[] {
  const views = (Array.isArray(value) ? value : []).flatMap((one: unknown): ViewContent[] => {
    const { name, query, choices } = recordOf(one);
    if (typeof name !== 'string' || typeof query !== 'string') return [];
    // The server refuses names with marks that nobody sees.
    const shown = firstOf(replaceHidden(name, '').trim(), VIEW_NAME_MAX);
    if (shown === '') return [];
    return [{ name: shown, query, ...tableChoicesOf(choices) }];
  });
  return [...new Map(views.map((view) => [view.name, view])).values()];
}

/** Whether a stored view is one that was kept: the same content, under the same name, or under that name with a number. */
export function isTakenOver(stored: ViewContent, kept: ViewContent): boolean {
  const name = stored.name.replace(/ \(\d+\)$/, '');
  const isSame =
    stored.query === kept.query && stored.density === kept.density && stored.hidden.join() === kept.hidden.join();
  return isSame && (stored.name === kept.name || (name !== stored.name && kept.name.startsWith(name)));
}

/** The name under which a view is taken over: its own, or with a number when another view has that name. */
export function freeName(name: string, taken: readonly { name: string }[]): string {
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : ` (${n})`;
    const candidate = `${firstOf(name, VIEW_NAME_MAX - end.length)}${end}`;
    if (!taken.some((view) => view.name === candidate)) return candidate;
  }
}
