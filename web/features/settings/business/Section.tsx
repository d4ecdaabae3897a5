import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';
import shared from './settings.module.css';

type Props = { title: string; hint: ReactNode; action?: ReactNode; children: ReactNode };

/** One section of the settings: its title, where its details are shown, and its fields. */
export function Section({ title, hint, action, children }: Props) {
  const id = useId();
  return (
    <section className={shared.section} aria-labelledby={id}>
      <div className={shared.sectionHead}>
        <div>
          <h2 id={id} className={shared.sectionTitle}>
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
