import { type ReactNode, useEffect } from 'react';
import { useBusiness } from '#web/lib/business.tsx';
import classes from './PageHead.module.css';

type Props = { title: string; intro?: ReactNode; action?: ReactNode };

/** The head of a dashboard page: its title (also the document's), an introduction, and the primary action. */
export function PageHead({ title, intro, action }: Props) {
  const { name } = useBusiness();
  useEffect(() => {
    document.title = `${title} | ${name}`;
  }, [title, name]);
  return (
    <div className={classes.head}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {intro && <p className={classes.intro}>{intro}</p>}
      </div>
      {action}
    </div>
  );
}
