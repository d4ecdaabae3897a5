import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { api } from '#contract/api.ts';
import { paths } from '#contract/words/paths.ts';
import { call } from '#web/lib/api-client.ts';
import classes from './MailBanner.module.css';

/** Whether mails leave the house, and how many failed. */
export const mailStateQuery = queryOptions({
  queryKey: ['mail', 'state'] as const,
  queryFn: ({ signal }) => call(api.mail.state, {}, { signal }),
});

/** Whether it is known that no mail server is set, so that mails are kept as files. */
export const useIsWithoutMail = () => useQuery(mailStateQuery).data?.route.to === 'files';

/** Why mails reach nobody, and where that is mended; null when they do, and before that is known. */
export function useMailTrouble() {
  const { data } = useQuery(mailStateQuery);
  if (!data) return null;
  const { failed, route } = data;
  if (route.to === 'files') {
    const text = 'No mail server is set: mails are kept as files and reach nobody.';
    return { short: 'No mail server', text, link: 'Mail settings', to: paths.adminMailSettings };
  }
  if (failed === 0) return null;
  const short = `${failed === 1 ? 'One mail' : `${failed.toLocaleString('en-US')} mails`} could not be delivered`;
  return { short, text: `${short}.`, link: 'Send log', to: paths.adminMailLog({ state: 'failed' }) };
}

/** Tells the office that mails reach nobody: no mail server is set, or some failed. */
export function MailBanner() {
  const trouble = useMailTrouble();
  const { pathname } = useLocation();
  if (!trouble) return null;
  return (
    <p className={classes.banner}>
      {trouble.text} {trouble.to !== pathname && <Link to={trouble.to}>{trouble.link}</Link>}
    </p>
  );
}
