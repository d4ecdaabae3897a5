import { IconBolt, IconPhone, IconTool } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { useOpenState } from '#web/lib/useOpenState.ts';
import classes from './CallBar.module.css';

function Call({
  number,
  to,
  label,
  icon,
  className,
}: {
  number: string;
  /** The link that dials it. */
  to: string;
  label: string;
  icon: ReactNode;
  className: string | undefined;
}) {
  return (
    <a className={className} href={to}>
      <span className={classes.label}>
        {icon}
        {label}
      </span>
      <span className={classes.number}>{number}</span>
    </a>
  );
}

/**
 * A bar on phones with the links to call and to request service; the request form shows the calls only. The office number
 * and the emergency number (spec §1) are always both shown: the page is rendered once for all visitors and cannot know
 * the hour, and a number must not change under the thumb. While the office is closed, its number is less prominent.
 */
export function CallBar() {
  const { phone, emergency_phone, calls } = useBusiness();
  const { pathname } = useLocation();
  const isClosed = useOpenState()?.isOpen === false;
  return (
    <aside className={classes.bar} aria-label="Call or request service" data-closed={isClosed || undefined}>
      <Call
        number={phone}
        to={calls.phone}
        label="Office"
        icon={<IconPhone size={16} aria-hidden />}
        className={classes.call}
      />
      <Call
        number={emergency_phone}
        to={calls.emergency_phone}
        label="Emergency"
        icon={<IconBolt size={16} aria-hidden />}
        className={`${classes.call} ${classes.emergency}`}
      />
      {pathname !== paths.request() && (
        <Link className={classes.request} to={paths.request()}>
          <span className={classes.label}>
            <IconTool size={16} aria-hidden />
            Request
          </span>
          <span>Service</span>
        </Link>
      )}
    </aside>
  );
}
