import { type ReactNode, useId } from 'react';
import classes from './SettingsSection.module.css';

type HeadProps = { id?: string; title: string; hint: ReactNode; action?: ReactNode };

/** The title of a section, and what its details are for. */
export const SettingsHead = ({ id, title, hint, action }: HeadProps) => (
  <div className={classes.head}>
    <div>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <p className={classes.hint}>{hint}</p>
    </div>
    {action}
  </div>
);

/** One section of the settings: its title, what its details are for, and its fields. */
export function SettingsSection({ children, ...head }: Omit<HeadProps, 'id'> & { children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.box} aria-labelledby={id}>
      <SettingsHead id={id} {...head} />
      {children}
    </section>
  );
}
