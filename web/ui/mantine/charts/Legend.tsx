import { Link } from 'react-router';
import classes from './Legend.module.css';
import { type Mark, textureId } from './marks.ts';

/** A mark with its figure, as the legend of a chart shows it. */
export type LegendEntry = Mark & {
  text: string;
  /** The address that its mark opens. */
  to?: string | undefined;
};

/** What each colour and texture of a chart stands for, with its figure, in the order of the marks. */
export const Legend = ({ chart, entries }: { chart: string; entries: readonly LegendEntry[] }) => (
  <ul className={classes.legend}>
    {entries.map((entry) => (
      <li key={entry.key} className={classes.entry}>
        <svg className={classes.swatch} width={14} height={14} aria-hidden="true">
          <rect width={14} height={14} rx={3} fill={`url(#${textureId(chart, entry)})`} />
        </svg>
        <span className={classes.label} dir="auto">
          {entry.to ? <Link to={entry.to}>{entry.label}</Link> : entry.label}
        </span>
        <span className={classes.text}>{entry.text}</span>
      </li>
    ))}
  </ul>
);
