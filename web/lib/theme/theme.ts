import { useSyncExternalStore } from 'react';
import { storedText } from '../stored/text.ts';
import { THEME_KEY } from './theme-script.ts';

export type Theme = 'light' | 'dark';

const stored = storedText(THEME_KEY);

const read = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function subscribe(notify: () => void): () => void {
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  // Follows the choice made in another tab.
  const stopFollowing = stored.onOtherTab((theme) => apply(theme === 'dark' ? 'dark' : 'light'));
  return () => {
    observer.disconnect();
    stopFollowing();
  };
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** Applies a theme and stores the choice (spec §1). */
export function setTheme(theme: Theme): void {
  apply(theme);
  stored.write(theme);
}

/** The document's theme (`light` on the server), and the function that switches it. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore<Theme>(subscribe, read, () => 'light');
  return { theme, toggle: () => setTheme(read() === 'dark' ? 'light' : 'dark') };
}
