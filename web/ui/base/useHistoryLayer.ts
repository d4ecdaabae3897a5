import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

type Layers = Readonly<Record<string, unknown>>;

/** Reads from a history entry's state what is open on top of the page. */
export function layersOf(state: unknown): Layers {
  const layers = typeof state === 'object' && state !== null && 'layers' in state ? state.layers : null;
  return typeof layers === 'object' && layers !== null ? (layers as Layers) : {};
}

/** The state for `navigate` that opens one more layer on top of the open ones. */
export const withLayer = (state: unknown, name: string, value: unknown) => ({
  layers: { ...layersOf(state), [name]: value },
});

/**
 * Gives a layer on top of the page (a dialog, a picture, a menu) its own entry in the browser's history: Back closes the
 * layer only, closing it removes the entry, and a reload shows it again.
 * @param name the layer's name, unique on its page
 * @param read parses the entry's value of that name; null when the value is not valid
 */
export function useHistoryLayer<T extends string | number>(name: string, read: (value: unknown) => T | null) {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const value = read(layersOf(state)[name]);
  /** What is being closed, until the history has closed it. */
  const closing = useRef<T | null>(null);
  useEffect(() => {
    if (value !== closing.current) closing.current = null;
  }, [value]);
  return {
    value,
    /** Opens the layer, or replaces its value when it is open. */
    open(next: T): void {
      // The current address: a filter may have changed after the last render.
      const to = { pathname, search: location.search };
      const isOpen = value !== null;
      void navigate(to, { state: withLayer(state, name, next), replace: isOpen, preventScrollReset: true });
    },
    close(): void {
      // A second call would go back one page too many.
      if (value === null || value === closing.current) return;
      closing.current = value;
      void navigate(-1);
    },
  };
}

/** Reads a layer whose value is a row's id. */
export const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);
