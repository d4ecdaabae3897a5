import { useSyncExternalStore } from 'react';
import { THEME_KEY } from './theme-script.ts';

export type Theme = 'light' | 'dark';

const read = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

function subscribe(notify: () => void): () => void {
  const observer = new MutationObserver(notify);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  // Follows the choice made in another tab.
  const follow = (event: StorageEvent) => {
    if (event.key === THEME_KEY) apply(event.newValue === 'dark' ? 'dark' : 'light');
  };
  window.addEventListener('storage', follow);
  return () => {
    observer.disconnect();
    window.removeEventListener('storage', follow);
  };
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** Applies a theme and stores the choice (spec §1). */
export function setTheme(theme: Theme): void {
  apply(theme);
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is blocked: the choice lasts as long as this page.
  }
}

/** The document's theme (`light` on the server), and the function that switches it. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore<Theme>(subscribe, read, () => 'light');
  return { theme, toggle: () => setTheme(read() === 'dark' ? 'light' : 'dark') };
}
