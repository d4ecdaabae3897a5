import { Drawer } from '@mantine/core';
import { IconArrowLeft, IconLogout, IconMenu2 } from '@tabler/icons-react';
import { NavLink } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { useHistoryLayer } from '#web/ui/base/useHistoryLayer.ts';
import type { DashboardLink } from './links.ts';
import classes from './PhoneBar.module.css';

type Props = { links: readonly DashboardLink[]; userName: string; onLeave: () => void };

/** How many screens fit beside the Menu button. The others are in the menu. */
const DIRECT = 3;

/** The dashboards' navigation on a phone, at the lower edge. */
export function PhoneBar({ links, userName, onLeave }: Props) {
  const menu = useHistoryLayer('menu', (value) => (value === 'open' ? value : null));
  return (
    <>
      <nav className={classes.bar} aria-label="Dashboard">
        {links.slice(0, DIRECT).map(({ to, short, icon: Icon }) => (
          <NavLink key={to} to={to} end className={classes.tab ?? ''}>
            <Icon size={22} aria-hidden />
            {short}
          </NavLink>
        ))}
        <button type="button" className={classes.tab} aria-haspopup="dialog" onClick={() => menu.open('open')}>
          <IconMenu2 size={22} aria-hidden />
          Menu
        </button>
      </nav>
      <Drawer.Root opened={menu.value !== null} onClose={menu.close} position="bottom" size="auto">
        <Drawer.Overlay />
        <Drawer.Content classNames={{ content: classes.sheet ?? '' }} radius="lg">
          <div className={classes.head}>
            <Drawer.Title className={classes.title} dir="auto">
              {userName}
            </Drawer.Title>
            <Drawer.CloseButton aria-label="Close" size={44} iconSize={20} />
          </div>
          <Drawer.Body className={classes.body}>
            {links.map(({ to, label, icon: Icon }) => (
              // Replaces the history entry of the open menu, so that Back does not open it.
              <NavLink key={to} to={to} end replace className={classes.item ?? ''}>
                <Icon size={20} aria-hidden />
                {label}
              </NavLink>
            ))}
            <a href={paths.home} className={classes.item}>
              <IconArrowLeft size={20} aria-hidden />
              Back to Site
            </a>
            <button type="button" className={classes.item} onClick={onLeave}>
              <IconLogout size={20} aria-hidden />
              Logout
            </button>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
