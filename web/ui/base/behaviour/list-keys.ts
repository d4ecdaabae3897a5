/** What each key does, by `KeyboardEvent.key`. With Shift, a letter is in upper case. */
export type ListKeys = readonly (readonly [key: string, run: (event: KeyboardEvent) => void])[];

type Press = Pick<KeyboardEvent, 'key' | 'defaultPrevented' | 'isComposing' | 'ctrlKey' | 'altKey' | 'metaKey'>;
/** Where a key was pressed. */
type Place<Layer> = {
  /** What is open on top of the page there; null for the page itself. */
  layer: Layer | null;
  /** Whether someone types there. */
  isTyping: boolean;
  /** Whether Enter presses what has the focus, such as a link. */
  isPressable: boolean;
};

/**
 * Whether a press works a list: on the list's own layer, without Ctrl, Alt or Meta, and not where the key has a meaning of its
 * own.
 * @param own the layer of the list; null for the page itself
 */
export const isForList = <Layer>(press: Press, at: Place<Layer>, own: Layer | null): boolean =>
  !press.defaultPrevented &&
  !press.isComposing &&
  !(press.ctrlKey || press.altKey || press.metaKey) &&
  at.layer === own &&
  !at.isTyping &&
  !(press.key === 'Enter' && at.isPressable);
