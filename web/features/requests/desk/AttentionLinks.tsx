import { IconAlertTriangle, IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { MATCHED_MAX } from '#contract/words/limits.ts';
import { paths } from '#contract/words/paths.ts';
import { attentionKinds } from '#contract/words/requests.ts';
import { mailStateQuery, useMailTrouble } from '#web/domain/MailBanner.tsx';
import { attentionHints, attentionLabels } from '../list/attention-labels.ts';
import { requestQueries } from '../requests.api.ts';
import { requestFilters } from '../requests.filters.ts';
import classes from './AttentionLinks.module.css';
import { HeldBadge } from './HeldLink.tsx';

const countText = (count: number) => (count > MATCHED_MAX ? `${MATCHED_MAX.toLocaleString('en-US')}+` : String(count));

/**
 * What needs the office now: each kind of attention with its requests behind a link, held requests, and emails that reach nobody. In the line
 * of the title, on a phone below it. The line keeps its height, so that no row moves when it comes.
 */
export function AttentionLinks({ current }: { current: string }) {
  const { pathname } = useLocation();
  const counts = useQuery(requestQueries.attention()).data;
  const mail = useMailTrouble();
  const held = useQuery(requestQueries.heldCount());
  const isKnown = useQuery(mailStateQuery).isSuccess && held.isSuccess && counts;
  const present = attentionKinds.flatMap((kind) => (counts?.[kind] ? [{ kind, count: counts[kind] }] : []));
  if (present.length === 0 && !mail && !held.data) {
    return <p className={`${classes.room} ${classes.none}`}>{isKnown && 'Nothing needs you now'}</p>;
  }
  return (
    <section className={classes.room} aria-label="What needs you now">
      <ul className={classes.links}>
        {present.map(({ kind, count }) => (
          <li key={kind}>
            <Link
              className={classes.link ?? ''}
              data-urgent={kind === 'unassigned_emergency' || undefined}
              to={{ pathname, search: requestFilters.write({ ...requestFilters.none, attention: kind }).toString() }}
              aria-current={current === kind ? 'true' : undefined}
              preventScrollReset
            >
              <IconAlertTriangle size={16} aria-hidden className={classes.icon} />
              <span className={classes.count}>{countText(count)}</span>{' '}
              <span
                className={classes.label}
                title={[attentionLabels[kind], attentionHints[kind]].filter(Boolean).join('. ')}
              >
                {attentionLabels[kind]}
              </span>
            </Link>
          </li>
        ))}
        {held.data ? (
          <li>
            <HeldBadge count={held.data} to={paths.adminHeldRequests} />
          </li>
        ) : null}
        {mail && (
          <li>
            <Link className={classes.link ?? ''} to={mail.to}>
              <IconMailOff size={16} aria-hidden className={classes.icon} />
              <span className={classes.label} title={mail.short}>
                {mail.short}
              </span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}
