import { hasWords } from '#contract/words/search.ts';
import type { DashboardLink } from '../dashboard/links.ts';

/** The screens whose name, in the sidebar or in the phone's bar, has the words of a search. */
export const screensNamed = (links: readonly DashboardLink[], search: string): DashboardLink[] =>
  links.filter(({ label, short }) => hasWords(label, search) || hasWords(short, search));
