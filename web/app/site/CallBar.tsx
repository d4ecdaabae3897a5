import { IconBolt, IconPhone, IconTool } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { useBusiness } from '#web/lib/business.tsx';
import { telLink } from '#web/lib/hours.ts';
import { useOpenState } from '#web/lib/useOpenState.ts';
import { paths } from '../paths.ts';
import classes from './CallBar.module.css';

/**
 * On a phone: call or ask for service, under the thumb on every page; on the form itself only the call. Outside office
 * hours the call goes to the emergency number, and says so (spec §1). Both calls lie in one cell: nothing moves.
 */
export function CallBar() {
  const { phone, emergency_phone } = useBusiness();
  const { pathname } = useLocation();
  const isClosed = useOpenState()?.isOpen === false;
  return (
    <aside className={classes.bar} aria-label="Call or request service">
      <div className={classes.calls}>
        <a className={classes.call} href={telLink(phone)} data-away={isClosed || undefined}>
          <IconPhone size={20} aria-hidden />
          <span>
            Call <span className={classes.number}>{phone}</span>
          </span>
        </a>
        <a
          className={`${classes.call} ${classes.emergency}`}
          href={telLink(emergency_phone)}
          data-away={!isClosed || undefined}
        >
          <IconBolt size={20} aria-hidden />
          <span>
            Emergency <span className={classes.number}>{emergency_phone}</span>
          </span>
        </a>
      </div>
      {pathname !== paths.request() && (
        <Link className={classes.request} to={paths.request()}>
          <IconTool size={20} aria-hidden />
          Request Service
        </Link>
      )}
    </aside>
  );
}
