import { type ReactNode, useId } from 'react';
import classes from './settings.module.css';

type Props = { title: string; hint: ReactNode; action?: ReactNode; children: ReactNode };

/** One subject of the settings: what it is called, where it shows, and its fields. */
export function Section({ title, hint, action, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <div>
          <h2 id={id} className={classes.sectionTitle}>
            {title}
          </h2>
          <p className={classes.hint}>{hint}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
