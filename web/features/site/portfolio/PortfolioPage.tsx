import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import actions from '#web/ui/base/style/Action.module.css';
import page from '#web/ui/base/style/Page.module.css';
import classes from './PortfolioPage.module.css';
import { ProjectArt } from './ProjectArt.tsx';
import { ProjectFilter, useProjectKind } from './ProjectFilter.tsx';

export const handle: PageHandle = {
  meta: ({ name }) => ({
    title: `Portfolio - ${name}`,
    description:
      'Six sample projects in lighting and electrical work: what was wrong, what is done about it, and what changes on site.',
  }),
};

/** Six static project cards (spec §2 Portfolio), filtered by kind of work. The cards say that they are samples. */
export function Component() {
  const { kind, shown, choose } = useProjectKind();
  return (
    <div className={page.wrap}>
      <div className={page.head}>
        <h1>What the work looks like</h1>
        <p className={page.lead}>
          Six sample projects, one for each service: the problem, the work, and what the site is meant to have
          afterwards.
        </p>
      </div>
      <ProjectFilter kind={kind} count={shown.length} onChoose={choose} />
      <ul className={classes.grid}>
        {shown.map(({ id, trade, title, problem, work, result }) => (
          <li key={id} className={classes.card}>
            <ProjectArt id={id} />
            <div className={classes.words}>
              <p className={classes.kind}>Sample project · {trade}</p>
              <h2>{title}</h2>
              <dl>
                <div>
                  <dt>Problem</dt>
                  <dd>{problem}</dd>
                </div>
                <div>
                  <dt>Work</dt>
                  <dd>{work}</dd>
                </div>
                <div>
                  <dt>Result</dt>
                  <dd>{result}</dd>
                </div>
              </dl>
            </div>
          </li>
        ))}
      </ul>
      <div className={classes.end}>
        <h2>Does one of these look like your site?</h2>
        <Link className={actions.primary} to={paths.request()}>
          Request Service
        </Link>
      </div>
    </div>
  );
}
