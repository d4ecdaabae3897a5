import type { EmblaCarouselType } from 'embla-carousel';
import { useEffect, useRef, useState } from 'react';

/** A card as a slide of its own, or three of them as one: where the slides' elements are found. */
const ONE = '[data-slide="one"]';
const THREE = '[data-slide="three"]';

/**
 * Makes the track's cards slide. The script for it comes after the first paint: the first slide stands without it.
 * @param isWide three cards per slide instead of one; null while that is not known
 * @returns the viewport's ref, the slides' engine once it is there, which slide is shown, whether a hand drags it, and
 * whether the engine could not be loaded
 */
export function useSlides(isWide: boolean | null) {
  const viewport = useRef<HTMLDivElement>(null);
  const card = useRef(0);
  const [embla, setEmbla] = useState<EmblaCarouselType | null>(null);
  const [index, setIndex] = useState(0);
  const [isDragged, setDragged] = useState(false);
  const [isBroken, setBroken] = useState(false);

  useEffect(() => {
    if (isWide === null) return;
    const perSlide = isWide ? 3 : 1;
    let engine: EmblaCarouselType | null = null;
    let isGone = false;
    const start = async () => {
      const { default: create } = await import('embla-carousel');
      if (isGone || !viewport.current) return;
      // After a turn of the phone the card that was in sight stays in sight.
      const startIndex = Math.floor(card.current / perSlide);
      engine = create(viewport.current, { loop: true, slides: isWide ? THREE : ONE, startIndex });
      engine
        .on('select', ({ selectedScrollSnap }) => {
          card.current = selectedScrollSnap() * perSlide;
          setIndex(selectedScrollSnap());
        })
        .on('pointerDown', () => setDragged(true))
        .on('pointerUp', () => setDragged(false));
      setIndex(startIndex);
      setEmbla(engine);
    };
    start().catch(() => setBroken(true));
    return () => {
      isGone = true;
      engine?.destroy();
      setEmbla(null);
      setDragged(false);
    };
  }, [isWide]);

  return { viewport, embla, index, isDragged, isBroken };
}
