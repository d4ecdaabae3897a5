import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { services } from '#web/lib/services.ts';
import classes from './Carousel.module.css';
import page from './page.module.css';
import { ServiceArt } from './ServiceArt.tsx';
import { useCarousel } from './useCarousel.ts';

/** The services, a slide every 3 seconds: six slides of one card on a phone, two of three above 768 px (spec §2, §9). */
export function Carousel() {
  const { viewport, hold, slide, slides, isPaused, togglePaused, previous, next } = useCarousel();
  return (
    <section
      className={`${page.wrap} ${page.section}`}
      aria-roledescription="carousel"
      aria-label="Our services"
      {...hold}
    >
      <div className={classes.head}>
        <h2 className={page.title}>From the pole to the panel</h2>
        <div className={classes.controls}>
          <button type="button" onClick={togglePaused} aria-label={isPaused ? 'Play slides' : 'Pause slides'}>
            {isPaused ? <IconPlayerPlay size={20} aria-hidden /> : <IconPlayerPause size={20} aria-hidden />}
          </button>
          <button type="button" onClick={previous} aria-label="Previous slide">
            <IconChevronLeft size={22} aria-hidden />
          </button>
          <span className={classes.count} data-slide={slide}>
            {slide} / {slides}
          </span>
          <button type="button" onClick={next} aria-label="Next slide">
            <IconChevronRight size={22} aria-hidden />
          </button>
        </div>
      </div>
      <div className={classes.viewport} ref={viewport}>
        <ul className={classes.track}>
          {services.map(({ slug, name, short }) => (
            <li key={slug} className={classes.cell}>
              <Link className={classes.card} to={paths.request(slug)}>
                <ServiceArt slug={slug} />
                <span className={classes.words}>
                  <strong>{name}</strong>
                  <span>{short}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
