import type { NavigateOptions, To } from 'react-router';

type Layers = Readonly<Record<string, unknown>>;
/** A move in the history, as `navigate` takes it. */
export type Move = readonly [to: To, options: NavigateOptions];

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
 * The move that opens a layer on top of a page and of its open layers. A layer that is open already gets the new value in the
 * entry that it has.
 * @param page the page's current address
 * @param layers what is open on it
 */
export const openMove = (page: To, layers: Layers, name: string, value: unknown, isOpen: boolean): Move => [
  page,
  { state: withLayer({ layers }, name, value), replace: isOpen, preventScrollReset: true },
];

/** The parameter that names the tab on which a layer of a link opens. */
export const TAB_KEY = 'tab';

/**
 * The moves that open a layer which an address names, in turn. Two, so that Back leads from the layer to the page without the
 * parameter, and without the layer's tab.
 * @param params the address's parameters
 * @param key the parameter that names the layer's value
 * @param layer its name and value; null when the parameter's text is not valid, and only the parameter goes
 */
export function linkMoves(
  params: URLSearchParams,
  key: string,
  layer: { name: string; value: unknown } | null,
): readonly Move[] {
  const rest = new URLSearchParams(params);
  rest.delete(key);
  rest.delete(TAB_KEY);
  const to = { search: rest.toString() };
  const clear: Move = [to, { replace: true, preventScrollReset: true }];
  return layer ? [clear, [to, { state: withLayer(null, layer.name, layer.value), preventScrollReset: true }]] : [clear];
}

let moves = Promise.resolve();
/**
 * Runs moves in the history one after the other: a step back takes effect late, and would take away an entry that was added
 * in between.
 */
export function inTurn(move: () => Promise<void>): Promise<void> {
  moves = moves.then(move, move);
  return moves;
}

/** Reads a layer whose value is a row's id. */
export const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Parses a row's id in the address: 1 to 2^31-1. */
export function idIn(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id > 0 && id <= 2_147_483_647 ? id : null;
}
