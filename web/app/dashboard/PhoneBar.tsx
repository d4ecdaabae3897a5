import { Drawer } from '@mantine/core';
import { IconArrowLeft, IconKey, IconLogout, IconMenu2, IconMoon, IconSun } from '@tabler/icons-react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import type { User } from '#contract/users.ts';
import { paths } from '#contract/words/paths.ts';
import { useTheme } from '#web/lib/theme/theme.ts';
import { withLayer } from '#web/ui/base/behaviour/history-layers.ts';
import { useHistoryLayer } from '#web/ui/base/behaviour/useHistoryLayer.ts';
import { type DashboardLink, hasParts } from './links.ts';
import classes from './PhoneBar.module.css';
import { PASSWORD_LAYER } from './profile/ChangePassword.tsx';
import { ProfileFacts } from './profile/ProfileMenu.tsx';

type Props = { links: readonly DashboardLink[]; user: User; onLeave: () => void };

/** Above the messages at the lower edge, which would cover its entries. */
const ABOVE_MESSAGES = 401;

/** How many screens fit beside the Menu button. The others are in the menu. */
const DIRECT = 3;

/** The dashboards' navigation on a phone, at the lower edge. */
export function PhoneBar({ links, user, onLeave }: Props) {
  const { theme, toggle } = useTheme();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  // Replaces the history entry of the open menu, so that Back does not open it.
  const changePassword = () =>
    void navigate(
      { pathname, search: location.search },
      { state: withLayer(null, PASSWORD_LAYER, 'open'), replace: true, preventScrollReset: true },
    );
  const menu = useHistoryLayer('menu', (value) => (value === 'open' ? value : null));
  return (
    <>
      <nav className={classes.bar} aria-label="Dashboard">
        {links.slice(0, DIRECT).map(({ to, short, icon: Icon }) => (
          <NavLink key={to} to={to} end={!hasParts(to)} className={classes.tab ?? ''}>
            <Icon size={22} aria-hidden />
            {short}
          </NavLink>
        ))}
        <button type="button" className={classes.tab} aria-haspopup="dialog" onClick={() => menu.open('open')}>
          <IconMenu2 size={22} aria-hidden />
          Menu
        </button>
      </nav>
      <Drawer.Root
        opened={menu.value !== null}
        onClose={menu.close}
        position="bottom"
        size="auto"
        zIndex={ABOVE_MESSAGES}
      >
        <Drawer.Overlay />
        <Drawer.Content classNames={{ content: classes.sheet ?? '' }} radius="lg">
          <div className={classes.head}>
            <Drawer.Title className={classes.title}>
              <ProfileFacts user={user} />
            </Drawer.Title>
            <Drawer.CloseButton aria-label="Close" size={44} iconSize={20} />
          </div>
          <Drawer.Body className={classes.body}>
            {links.map(({ to, label, icon: Icon }) => (
              // Replaces the history entry of the open menu, so that Back does not open it.
              <NavLink key={to} to={to} end={!hasParts(to)} replace className={classes.item ?? ''}>
                <Icon size={20} aria-hidden />
                {label}
              </NavLink>
            ))}
            <button type="button" className={classes.item} onClick={changePassword}>
              <IconKey size={20} aria-hidden />
              Change password
            </button>
            <button type="button" className={classes.item} onClick={toggle}>
              {theme === 'dark' ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
              {theme === 'dark' ? 'Light theme' : 'Dark theme'}
            </button>
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
