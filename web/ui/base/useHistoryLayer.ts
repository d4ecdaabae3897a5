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

/** What is open in the history's current entry, which a move may have changed since the last render. */
const layersNow = (): Layers => layersOf(history.state?.usr);

let moves = Promise.resolve();
/**
 * Runs moves in the history one after the other: a step back takes effect late, and would take away an entry that was added
 * in between.
 */
export function inTurn(move: () => Promise<void>): Promise<void> {
  moves = moves.then(move, move);
  return moves;
}

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
  /** Removes the entry of a value. Does nothing when it is gone: a second call would go back one page too many. */
  const leave = (left: T) =>
    inTurn(async () => {
      if (read(layersNow()[name]) === left) await navigate(-1);
    });
  return {
    value,
    leave,
    /** Opens the layer, or replaces its value when it is open. */
    open(next: T): void {
      void inTurn(async () => {
        // The current address and layers: they may have changed after the last render.
        const layers = layersNow();
        const to = { pathname, search: location.search };
        const replace = read(layers[name]) !== null;
        await navigate(to, { state: withLayer({ layers }, name, next), replace, preventScrollReset: true });
      });
    },
    close(): void {
      if (value !== null) void leave(value);
    },
  };
}

/** Reads a layer whose value is a row's id. */
export const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);
