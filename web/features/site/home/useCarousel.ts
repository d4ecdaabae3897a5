import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { useMedia } from './useMediaQuery.ts';
import { useSlides } from './useSlides.ts';

/** A slide stays 3 seconds; from 768 px on, a slide holds three cards (spec §9). */
const STAY_MS = 3000;

/**
 * Slides that advance by themselves (spec §2 Home). They stand still under the mouse, while the keyboard is in them,
 * under a dragging hand, after Pause, and from the start for people who asked for less motion. Play, once pressed, counts
 * more than mouse and keyboard; only a focused card is never taken away.
 */
export function useCarousel() {
  const isWide = useMedia('(min-width: 768px)');
  const isReduced = useMedia('(prefers-reduced-motion: reduce)') ?? false;
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
    /** For the region whose hover and focus hold the slides. */
    hold: {
      // Moves, because a mouse that was there before hydration never enters. A finger's tap is no hover.
      onPointerMove: ({ pointerType }: PointerEvent) => setHovered(pointerType === 'mouse'),
      onPointerLeave: () => setHovered(false),
      // A tapped or clicked button keeps the focus for as long as nothing else is touched: that is nobody reading.
      onFocus: ({ target }: FocusEvent) => {
        if (!target.matches(':focus-visible')) return;
        setFocus(viewport.current?.contains(target) ? 'cards' : 'controls');
      },
      onBlur: () => setFocus('nowhere'),
    },
  };
}
