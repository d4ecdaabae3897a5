import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '#contract/api.ts';
import { paths } from '#contract/words/paths.ts';
import { call } from '#web/lib/api-client.ts';
import classes from './MailBanner.module.css';

/** Whether mails leave the house, and how many failed. */
export const mailStateQuery = queryOptions({
  queryKey: ['mail', 'state'] as const,
  queryFn: ({ signal }) => call(api.mail.state, {}, { signal }),
});

/** Tells the office that mails reach nobody: no mail server is set, or some failed. */
export function MailBanner() {
  const { data } = useQuery(mailStateQuery);
  if (!data || (data.route.to === 'server' && data.failed === 0)) return null;
  const { failed, route } = data;
  return (
    <p className={classes.banner}>
      {route.to === 'files' ? (
        <>
          No mail server is set: mails are kept as files and reach nobody.{' '}
          <Link to={paths.adminMailSettings}>Mail settings</Link>
        </>
      ) : (
        <>
          {failed === 1 ? 'One mail' : `${failed.toLocaleString('en-US')} mails`} could not be delivered.{' '}
          <Link to={paths.adminMailLog({ state: 'failed' })}>Send log</Link>
        </>
      )}
    </p>
  );
}
