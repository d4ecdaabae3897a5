import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { type Service, services } from '#web/lib/services.ts';
import page from '#web/ui/base/style/Page.module.css';
import { ServiceArt } from '../art/ServiceArt.tsx';
import classes from './Carousel.module.css';
import { useCarousel } from './useCarousel.ts';

const ones = services.length;
const threes = [services.slice(0, 3), services.slice(3)];

/** The attributes of a slide. A slide that is not shown cannot be focused and is not read out. */
function slideOf(at: number, count: number, shown: number | null) {
  const isOut = shown !== null && at !== shown;
  return {
    role: 'group',
    'aria-roledescription': 'slide',
    'aria-label': `${at + 1} of ${count}`,
    'aria-hidden': isOut || undefined,
    inert: isOut,
  } as const;
}

function Card({ slug, name, short }: Service) {
  return (
    <Link className={classes.card} to={paths.request(slug)} draggable={false}>
      <ServiceArt slug={slug} />
      <span className={classes.words}>
        <strong>{name}</strong>
        <span>{short}</span>
      </span>
    </Link>
  );
}

/** The services as slides: six slides of one card on a phone, two slides of three cards from 768 px on (spec §2, §9). */
export function Carousel() {
  const { viewport, holdHandlers, index, isWide, isReady, isPaused, isRotating, isBroken, ...controls } = useCarousel();
  const shown = isBroken ? null : index;
  return (
    <section
      className={`${page.wrap} ${page.section}`}
      aria-roledescription="carousel"
      aria-label="Our services"
      data-broken={isBroken || undefined}
      {...holdHandlers}
    >
      <div className={classes.head}>
        <h2 className={page.title}>From the pole to the panel</h2>
        <div className={classes.controls}>
          <button type="button" onClick={controls.togglePaused} aria-label={isPaused ? 'Play slides' : 'Pause slides'}>
            {isPaused ? <IconPlayerPlay size={20} aria-hidden /> : <IconPlayerPause size={20} aria-hidden />}
          </button>
          <button type="button" disabled={!isReady} onClick={controls.previous} aria-label="Previous slide">
            <IconChevronLeft size={22} aria-hidden />
          </button>
          {/* Both counts are rendered; CSS shows the one for the screen's width, also before hydration. */}
          <span className={classes.count} data-of="ones">
            {index + 1} / {ones}
          </span>
          <span className={classes.count} data-of="threes">
            {index + 1} / {threes.length}
          </span>
          <button type="button" disabled={!isReady} onClick={controls.next} aria-label="Next slide">
            <IconChevronRight size={22} aria-hidden />
          </button>
        </div>
      </div>
      <div className={classes.viewport} ref={viewport}>
        <div className={classes.track} aria-live={isRotating ? 'off' : 'polite'}>
          {threes.map((cards, three) => (
            <div
              key={cards[0]?.slug}
              className={classes.three}
              data-slide="three"
              {...(isWide && slideOf(three, threes.length, shown))}
            >
              {cards.map((service, at) => (
                <div
                  key={service.slug}
                  className={classes.cell}
                  data-slide="one"
                  {...(isWide === false && slideOf(three * 3 + at, ones, shown))}
                >
                  <Card {...service} />
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}
