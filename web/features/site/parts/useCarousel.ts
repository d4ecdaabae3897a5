import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

/** A slide stays 3 seconds; from 768 px on, a slide holds three cards (spec §9). */
const STAY_MS = 3000;
const OPTIONS = {
  loop: true,
  align: 'start',
  slidesToScroll: 1,
  breakpoints: { '(min-width: 768px)': { slidesToScroll: 3 } },
} as const;
const REDUCED = '(prefers-reduced-motion: reduce)';

const watchReduced = (notify: () => void) => {
  const query = matchMedia(REDUCED);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
};

/**
 * Turns the cards into slides that advance by themselves, and stand still while the pointer or the focus is on them,
 * after Pause, and from the start for people who asked for less motion.
 */
export function useCarousel() {
  // One plugin for the component's life; it is steered below, because it would forget a pause when the pointer leaves.
  const [autoplay] = useState(() =>
    Autoplay({ delay: STAY_MS, playOnInit: false, stopOnInteraction: true, stopOnFocusIn: false }),
  );
  const [viewport, embla] = useEmblaCarousel(OPTIONS, [autoplay]);
  const isReduced = useSyncExternalStore(
    watchReduced,
    () => matchMedia(REDUCED).matches,
    () => false,
  );
  const [choice, setChoice] = useState<'play' | 'pause' | null>(null);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [position, setPosition] = useState({ slide: 1, slides: 2 });
  const isPaused = choice ? choice === 'pause' : isReduced;
  const isHeld = isPaused || isHovered || isFocused;

  useEffect(() => {
    if (!embla) return;
    const update = () =>
      setPosition({ slide: embla.selectedScrollSnap() + 1, slides: Math.max(1, embla.scrollSnapList().length) });
    update();
    embla.on('select', update).on('reInit', update);
    return () => {
      embla.off('select', update).off('reInit', update);
    };
  }, [embla]);

  useEffect(() => {
    if (!embla || isHeld) return;
    const play = () => autoplay.play(isReduced);
    play();
    // A drag stops the plugin and a new width restarts it: both go on from here.
    embla.on('pointerUp', play).on('reInit', play);
    return () => {
      embla.off('pointerUp', play).off('reInit', play);
      autoplay.stop();
    };
  }, [embla, autoplay, isHeld, isReduced]);

  return {
    viewport,
    ...position,
    isPaused,
    togglePaused: () => setChoice(isPaused ? 'play' : 'pause'),
    previous: useCallback(() => embla?.scrollPrev(isReduced), [embla, isReduced]),
    next: useCallback(() => embla?.scrollNext(isReduced), [embla, isReduced]),
    /** For the element whose hover and focus hold the slides. */
    hold: {
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}
