import { ActionIcon } from '@mantine/core';
import {
  IconArrowLeft,
  IconBulb,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { useBusiness } from '#web/lib/business.tsx';
import type { DashboardLink } from './links.ts';
import classes from './Sidebar.module.css';

type Props = { links: readonly DashboardLink[]; collapsed: boolean; onCollapse: () => void; onLeave: () => void };

/** The dashboards' navigation on a desktop: the role's screens, the site and the logout. Collapsed, it shows icons only. */
export function Sidebar({ links, collapsed, onCollapse, onLeave }: Props) {
  const { name } = useBusiness();
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const hint = (label: string) => (collapsed ? { title: label } : {});
  return (
    <nav className={classes.sidebar} aria-label="Dashboard" data-collapsed={collapsed || undefined}>
      <div className={classes.brand}>
        <span className={classes.mark} aria-hidden>
          <IconBulb size={20} stroke={1.8} />
        </span>
        <span className={`${classes.text} ${classes.business}`} title={name}>
          {name}
        </span>
      </div>
      <ul className={classes.links}>
        {links.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} end={to !== paths.adminSettings} className={classes.link ?? ''} {...hint(label)}>
              <Icon size={18} aria-hidden />
              <span className={classes.text}>{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
      <ul className={classes.links}>
        <li>
          <a href={paths.home} className={classes.link} {...hint('Back to Site')}>
            <IconArrowLeft size={18} aria-hidden />
            <span className={classes.text}>Back to Site</span>
          </a>
        </li>
        <li>
          <button type="button" className={classes.link} onClick={onLeave} {...hint('Logout')}>
            <IconLogout size={18} aria-hidden />
            <span className={classes.text}>Logout</span>
          </button>
        </li>
      </ul>
      <ActionIcon
        className={classes.toggle}
        size={36}
        aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
        aria-expanded={!collapsed}
        onClick={onCollapse}
      >
        <Toggle size={18} />
      </ActionIcon>
    </nav>
  );
}
