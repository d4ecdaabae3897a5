import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { useMediaQuery } from './useMediaQuery.ts';
import { useSlides } from './useSlides.ts';

/** In milliseconds: how long a slide stays (spec §9). */
const STAY_MS = 3000;

/**
 * Advances the slides (spec §2 Home). Stops while the mouse is over them, the keyboard focus is in them, or a visitor drags
 * them; after Pause; and from the start for visitors who prefer reduced motion. After Play, mouse and focus do not stop the
 * slides, except that a focused card stays.
 */
export function useCarousel() {
  const isWide = useMediaQuery('(min-width: 768px)');
  const isReduced = useMediaQuery('(prefers-reduced-motion: reduce)') ?? false;
  const { viewport, embla, index, isDragged, isBroken } = useSlides(isWide);
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null);
  const [isHovered, setHovered] = useState(false);
  const [focus, setFocus] = useState<'nowhere' | 'controls' | 'cards'>('nowhere');
  const isPaused = choice ? choice === 'pause' : isReduced;
  const isHeld = isDragged || focus === 'cards' || (choice !== 'play' && (isHovered || focus === 'controls'));
  const isRotating = !isPaused && !isHeld && !isBroken;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide has its full time, however it came in sight.
  useEffect(() => {
    if (!embla || !isRotating) return;
    const timer = setTimeout(() => embla.scrollNext(isReduced), STAY_MS);
    return () => clearTimeout(timer);
  }, [embla, isRotating, isReduced, index]);

  return {
    viewport,
    isWide,
    index,
    isReady: embla !== null,
    isPaused,
    isRotating,
    isBroken,
    togglePaused: () => setChoice(isPaused ? 'play' : 'pause'),
    previous: () => embla?.scrollPrev(isReduced),
    next: () => embla?.scrollNext(isReduced),
    /** Handlers for the region whose hover and focus stop the slides. */
    hold: {
      // Uses move events, because a mouse that is there before hydration never enters. A tap is not a hover.
      onPointerMove: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      // A button keeps the focus after a tap or click, which does not mean that the visitor reads.
      onFocus: ({ target }: FocusEvent) => {
        if (!target.matches(':focus-visible')) return;
        setFocus(viewport.current?.contains(target) ? 'cards' : 'controls');
      },
      onBlur: () => setFocus('nowhere'),
    },
  };
}
