import type { ReactNode } from 'react';
import classes from './Panel.module.css';

type Props = { title: string; tone?: 'plain' | 'accent'; aside?: ReactNode; children: ReactNode };

/** A titled block inside a dialog or a page. */
export function Panel({ title, tone = 'plain', aside, children }: Props) {
  return (
    <section className={classes.panel} data-look={tone}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
