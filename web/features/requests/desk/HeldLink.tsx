import { IconShieldQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { requestQueries } from '../requests.api.ts';
import classes from './AttentionLinks.module.css';

/** The number of held requests, which leads to them. */
export const HeldBadge = ({ count, to }: { count: number; to: string }) => (
  <Link className={classes.link ?? ''} to={to} title="Requests with something in a field that people can’t see">
    <IconShieldQuestion size={16} aria-hidden className={classes.icon} />
    <span className={classes.count}>{count.toLocaleString('en-US')}</span> <span className={classes.label}>Held</span>
  </Link>
);

/** The same beside the title of a list of requests. Its room stays when there are none, so that the list below stays where it is. */
export function HeldLink({ to }: { to: string }) {
  const { data: count } = useQuery(requestQueries.heldCount());
  return <div className={classes.heldRoom}>{count ? <HeldBadge count={count} to={to} /> : null}</div>;
}
