import { useLocation, useNavigate } from 'react-router';
import { inTurn, layersOf, openMove } from './history-layers.ts';

/** What is open in the history's current entry, which a move may have changed since the last render. */
const layersNow = () => layersOf(history.state?.usr);

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
  /**
   * Removes the layer's entry, whatever value it has got since the last render. Does nothing when it is gone: a second call would
   * go back one page too many.
   */
  const leave = () =>
    inTurn(async () => {
      if (read(layersNow()[name]) !== null) await navigate(-1);
    });
  return {
    value,
    leave,
    /** Opens the layer, or replaces its value when it is open. */
    open(next: T): void {
      void inTurn(async () => {
        // The current address and layers: they may have changed after the last render.
        const layers = layersNow();
        const page = { pathname, search: location.search };
        await navigate(...openMove(page, layers, name, next, read(layers[name]) !== null));
      });
    },
    close(): void {
      if (value !== null) void leave();
    },
  };
}
