import type { ReactNode } from 'react';
import classes from './FormPage.module.css';

type Props = {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  narrow?: boolean;
  /** Shown instead of the content when JavaScript is off. */
  withoutScript?: ReactNode;
};

/** A public page that is mostly a form: a heading, then one column. */
export function FormPage({ title, intro, children, narrow = false, withoutScript }: Props) {
  return (
    <div className={classes.page} data-narrow={narrow || undefined}>
      <div className={classes.head}>
        <h1>{title}</h1>
        {intro && <p>{intro}</p>}
      </div>
      {withoutScript && <div className={classes.scriptless}>{withoutScript}</div>}
      <div className={withoutScript ? classes.scripted : undefined}>{children}</div>
    </div>
  );
}
