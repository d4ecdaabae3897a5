import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { MATCHED_MAX } from '#contract/words/limits.ts';
import { attentions } from '#contract/words/requests.ts';
import { requestQueries } from '../requests.api.ts';
import { attentionLabels, noFilters, paramsOf } from '../requests.view.ts';
import classes from './AttentionLinks.module.css';

const countText = (count: number) => (count > MATCHED_MAX ? `${MATCHED_MAX.toLocaleString('en-US')}+` : String(count));

/** What needs the office now: the exceptions that there are, each a link to its requests. Shows nothing when there are none. */
export function AttentionLinks({ current }: { current: string }) {
  const { pathname } = useLocation();
  const counts = useQuery(requestQueries.attention()).data;
  const present = attentions.filter((kind) => counts && counts[kind] > 0);
  if (!counts || present.length === 0) return null;
  return (
    <section className={classes.needs} aria-label="What needs you now">
      <ul className={classes.links}>
        {present.map((kind) => (
          <li key={kind}>
            <Link
              className={classes.link ?? ''}
              data-urgent={kind === 'unassigned_emergency' || undefined}
              to={{ pathname, search: paramsOf({ ...noFilters, attention: kind }).toString() }}
              aria-current={current === kind ? 'true' : undefined}
              preventScrollReset
            >
              <IconAlertTriangle size={16} aria-hidden className={classes.icon} />
              <span className={classes.count}>{countText(counts[kind])}</span> {attentionLabels[kind]}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
