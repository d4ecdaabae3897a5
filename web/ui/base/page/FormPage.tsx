import type { ReactNode } from 'react';
import classes from './FormPage.module.css';
import { ScriptNeeded } from './ScriptNeeded.tsx';

type Props = {
  title: string;
  intro?: ReactNode;
  children: ReactNode;
  narrow?: boolean;
  /** Says that JavaScript is off, instead of the content. */
  whenOff: ReactNode;
  /** Another way to the same end, for when the content cannot be used. */
  instead?: ReactNode;
};

/** A public page that is mostly a form: a heading, then one column. */
export function FormPage({ title, intro, children, narrow = false, whenOff, instead }: Props) {
  return (
    <div className={classes.page} data-narrow={narrow || undefined}>
      <div className={classes.head}>
        <h1>{title}</h1>
        {intro && <p>{intro}</p>}
      </div>
      <ScriptNeeded whenOff={whenOff} instead={instead}>
        {children}
      </ScriptNeeded>
    </div>
  );
}
