import { IconPhone, IconTool } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useBusiness } from '#web/lib/business.tsx';
import { telLink } from '#web/lib/hours.ts';
import { paths } from '../paths.ts';
import classes from './CallBar.module.css';

/** On a phone: call or ask for service, under the thumb on every page; on the form itself only the call. */
export function CallBar() {
  const { phone } = useBusiness();
  const { pathname } = useLocation();
  return (
    <aside className={classes.bar} aria-label="Call or request service">
      <a className={classes.call} href={telLink(phone)}>
        <IconPhone size={20} aria-hidden />
        Call {phone}
      </a>
      {pathname !== paths.request() && (
        <Link className={classes.request} to={paths.request()}>
          <IconTool size={20} aria-hidden />
          Request Service
        </Link>
      )}
    </aside>
  );
}
