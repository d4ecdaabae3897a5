import type { DashboardLink } from '../dashboard/links.ts';

/** The screens whose name, in the sidebar or in the phone's bar, contains a text. */
export function screensNamed(links: readonly DashboardLink[], text: string): DashboardLink[] {
  const word = text.trim().toLowerCase();
  return links.filter(({ label, short }) => [label, short].some((name) => name.toLowerCase().includes(word)));
}
