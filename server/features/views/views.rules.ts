import { listRequestsQuery } from '#contract/request-forms.ts';
import { columnKey } from '#contract/views.ts';
import { densities } from '#contract/words/views.ts';
import type { Content, StoredChoice, StoredView } from './views.repo.ts';

/**
 * Another release may have stored a density, a column or a filter that this one doesn't know. It is not shown, and an
 * edit that doesn't replace it keeps it.
 */

const isColumn = (key: string) => columnKey.safeParse(key).success;

/** The columns and the density that this release knows. */
export const knownChoice = ({ hidden, density }: StoredChoice) => ({
  hidden: hidden.filter(isColumn),
  density: densities.find((one) => one === density) ?? densities[0],
});

/** What to store when a user chooses columns and a density. */
export const storedChoice = (chosen: StoredChoice, before: StoredChoice): StoredChoice => ({
  hidden: [...chosen.hidden, ...before.hidden.filter((key) => !isColumn(key))],
  density: chosen.density === knownChoice(before).density ? before.density : chosen.density,
});

/** Whether a list of this release has this filter with this value. */
function isFilter(name: string, value: string): boolean {
  const { shape } = listRequestsQuery;
  return Object.hasOwn(shape, name) && shape[name as keyof typeof shape].safeParse(value).success;
}

/** What to store when a user replaces a view. */
export function storedView({ name, query, ...chosen }: Content, before: StoredView): StoredView {
  const filters = new URLSearchParams(query);
  for (const [key, value] of new URLSearchParams(before.query)) {
    if (!isFilter(key, value) && !filters.has(key)) filters.append(key, value);
  }
  const isLonger = filters.size > new URLSearchParams(query).size;
  return { name, query: isLonger ? filters.toString() : query, ...storedChoice(chosen, before) };
}
