import type { EmblaCarouselType } from 'embla-carousel';
import { useEffect, useRef, useState } from 'react';

/** The selectors of slides of one card and of three cards. */
const ONE = '[data-slide="one"]';
const THREE = '[data-slide="three"]';

/**
 * Runs the slides with Embla, which is loaded after the first paint. The first slide is shown without it.
 * @param isWide whether a slide has three cards instead of one; null until hydration
 * @returns the viewport's ref, Embla once it is loaded, the index of the shown slide, whether it is being dragged, and
 * whether Embla could not be loaded
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
      // When the phone is turned, the visible card stays visible.
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
