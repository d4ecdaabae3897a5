import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { LampArt } from '#web/ui/base/content/LampArt.tsx';
import actions from '#web/ui/base/style/Action.module.css';
import classes from './NotFoundPage.module.css';

export const handle: PageHandle = {
  meta: ({ name }) => ({
    title: `Page not found - ${name}`,
    description:
      'There is nothing at this address. Go to the home page, request service, or track a request you have sent.',
    isIndexed: false,
  }),
};

/** The not-found page of the public site. */
export function Component() {
  return (
    <div className={classes.page}>
      <LampArt lit={false} />
      <h1>This page is dark</h1>
      <p>There is nothing at this address. The link may be old, or a letter may be missing.</p>
      <div className={classes.actions}>
        <Link className={actions.primary} to={paths.home}>
          Go to the home page
        </Link>
        <Link className={actions.secondary} to={paths.request()}>
          Request Service
        </Link>
        <Link className={actions.secondary} to={paths.track()}>
          Track a request
        </Link>
      </div>
    </div>
  );
}
