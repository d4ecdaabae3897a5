import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

type Layers = Readonly<Record<string, unknown>>;

/** What is open on top of a page, as its entry of the browser's history carries it. */
export function layersOf(state: unknown): Layers {
  const layers = typeof state === 'object' && state !== null && 'layers' in state ? state.layers : null;
  return typeof layers === 'object' && layers !== null ? (layers as Layers) : {};
}

/** A layer on top of those which are open now, for `navigate`. */
export const withLayer = (state: unknown, name: string, value: unknown) => ({
  layers: { ...layersOf(state), [name]: value },
});

/**
 * Something that opens on top of the page (a dialog, a picture, a menu) as an entry of the browser's history: Back closes it
 * and nothing else, closing it leaves nothing behind, and a reload brings it back.
 * @param name tells the layers of one page apart
 * @param read what the entry holds under that name, or null when it is nothing of ours
 */
export function useHistoryLayer<T extends string | number>(name: string, read: (value: unknown) => T | null) {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const value = read(layersOf(state)[name]);
  const isClosing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is open now is what this waits for
  useEffect(() => {
    isClosing.current = false;
  }, [value]);
  return {
    value,
    /** Opens it, or shows another one in its place. */
    open(next: T): void {
      // The address as it stands: a filter that was typed last may be newer than what was rendered.
      const to = { pathname, search: location.search };
      const isOpen = value !== null;
      void navigate(to, { state: withLayer(state, name, next), replace: isOpen, preventScrollReset: true });
    },
    close(): void {
      // Twice would be one step too far.
      if (value === null || isClosing.current) return;
      isClosing.current = true;
      void navigate(-1);
    },
  };
}

/** A layer that is a row's number. */
export const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);
