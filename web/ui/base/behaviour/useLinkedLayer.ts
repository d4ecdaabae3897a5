import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { inTurn, linkMoves } from './history-layers.ts';
import { useHistoryLayer } from './useHistoryLayer.ts';

/**
 * A history layer that a link can open: the parameter `<name>Id` in the address opens the layer with that value and is then
 * removed from the address (spec §2). A page that opens with the parameter has the layer from its first frame on, so that what
 * the layer reads is asked for together with what the page reads.
 * @param name the layer's name
 * @param read parses the layer's value
 * @param parse parses the parameter's text; null when it is not valid
 */
export function useLinkedLayer<T extends string | number>(
  name: string,
  read: (value: unknown) => T | null,
  parse: (text: string) => T | null,
) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const layer = useHistoryLayer(name, read);
  const key = `${name}Id`;
  const text = params.get(key);
  const taken = useRef<string | null>(null);
  /** The value in the page's first address, until the history has the layer. */
  const [first, setFirst] = useState(() => (text === null ? null : parse(text)));
  /** Whether the user closed the layer before the history had it. */
  const [isUnwanted, setUnwanted] = useState(false);

  const take = useEffectEvent((text: string) => {
    const value = parse(text);
    void inTurn(async () => {
      for (const move of linkMoves(params, key, value === null ? null : { name, value })) await navigate(...move);
      // In a transition, as the router's own updates, so that the layer does not close in between.
      startTransition(() => setFirst(null));
    });
  });
  useEffect(() => {
    if (text === taken.current) return;
    taken.current = text;
    if (text !== null) take(text);
  }, [text]);

  return {
    ...layer,
    value: isUnwanted ? null : (layer.value ?? first),
    close(): void {
      if (layer.value === null && first !== null) {
        setUnwanted(true);
        void layer.leave().then(() => startTransition(() => setUnwanted(false)));
      } else layer.close();
    },
  };
}
