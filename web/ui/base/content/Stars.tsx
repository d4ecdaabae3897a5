import { IconStar, IconStarFilled } from '@tabler/icons-react';
import classes from './Stars.module.css';

const STEPS = [1, 2, 3, 4, 5];

/** Shows a rating as stars plus n/5. `short` shows one star and the figure, for narrow columns. */
export function Stars({ rating, short = false }: { rating: number; short?: boolean }) {
  return (
    <span className={classes.stars}>
      <span className={classes.icons} aria-hidden>
        {(short ? STEPS.slice(0, 1) : STEPS).map((step) =>
          step <= rating ? <IconStarFilled key={step} size={14} /> : <IconStar key={step} size={14} stroke={1.5} />,
        )}
      </span>
      <span className={classes.figure}>{rating}/5</span>
    </span>
  );
}
