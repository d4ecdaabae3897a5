import { ActionIcon, VisuallyHidden } from '@mantine/core';
import {
  IconArrowLeft,
  IconBulb,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { type DashboardLink, hasParts } from './links.ts';
import classes from './Sidebar.module.css';

type Props = { links: readonly DashboardLink[]; collapsed: boolean; onCollapse: () => void; onLeave: () => void };

/** The dashboards' navigation on a desktop: the role's screens, the site and the logout. Collapsed, it shows icons only. */
export function Sidebar({ links, collapsed, onCollapse, onLeave }: Props) {
  const { name } = useBusiness();
  const Label = collapsed ? HiddenLabel : 'span';
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const hint = (label: string) => (collapsed ? { title: label } : {});
  return (
    <nav className={classes.sidebar} aria-label="Dashboard" data-collapsed={collapsed || undefined}>
      <div className={classes.brand}>
        <span className={classes.mark} aria-hidden>
          <IconBulb size={20} stroke={1.8} />
        </span>
        <Label className={classes.business} title={name}>
          {name}
        </Label>
      </div>
      <ul className={classes.links}>
        {links.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <NavLink to={to} end={!hasParts(to)} className={classes.link ?? ''} {...hint(label)}>
              <Icon size={18} aria-hidden />
              <Label>{label}</Label>
            </NavLink>
          </li>
        ))}
      </ul>
      <ul className={classes.links}>
        <li>
          <a href={paths.home} className={classes.link} {...hint('Back to Site')}>
            <IconArrowLeft size={18} aria-hidden />
            <Label>Back to Site</Label>
          </a>
        </li>
        <li>
          <button type="button" className={classes.link} onClick={onLeave} {...hint('Logout')}>
            <IconLogout size={18} aria-hidden />
            <Label>Logout</Label>
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

/** The icon's name, for who does not see it. */
const HiddenLabel = ({ children }: { children: ReactNode }) => (
  <VisuallyHidden component="span">{children}</VisuallyHidden>
);
