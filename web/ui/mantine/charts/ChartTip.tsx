import classes from './ChartTip.module.css';

type Entry = { key: string; label: string; text: string; color: string };
type Props = { title?: string | undefined; entries: readonly Entry[]; hint?: string | undefined };

/** What a mark under the pointer stands for. */
export const ChartTip = ({ title, entries, hint }: Props) => (
  <div className={classes.tip}>
    {title && <p className={classes.title}>{title}</p>}
    {entries.map(({ key, label, text, color }) => (
      <p key={key} className={classes.entry}>
        <svg width={10} height={10} aria-hidden="true">
          <rect width={10} height={10} rx={2} fill={color} />
        </svg>
        <span>{label}</span>
        <b>{text}</b>
      </p>
    ))}
    {hint && <p className={classes.hint}>{hint}</p>}
  </div>
);
