import { Menu } from '@mantine/core';
import { IconChevronDown, IconKey, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { initialOf } from '#contract/texts/initial.ts';
import type { User } from '#contract/users.ts';
import { roleLabels } from '#web/features/users/users.view.ts';
import { useTheme } from '#web/lib/theme/theme.ts';
import hidden from '#web/ui/base/style/hidden.module.css';
import classes from './ProfileMenu.module.css';

/** Who is signed in: name, email and role. */
export function ProfileFacts({ user }: { user: User }) {
  return (
    <>
      <span className={classes.name} dir="auto">
        {user.name}
      </span>
      <span className={classes.detail}>{user.email}</span>
      <span className={classes.detail}>{roleLabels[user.role]}</span>
    </>
  );
}

type Props = { user: User; onChangePassword: () => void; onLeave: () => void };

/** The menu at the user's name: who is signed in, the password, the theme, and the logout. */
export function ProfileMenu({ user, onChangePassword, onLeave }: Props) {
  const { theme, toggle } = useTheme();
  const isDark = theme === 'dark';
  return (
    <Menu
      position="bottom-end"
      width={260}
      withinPortal={false}
      offset={6}
      withInitialFocusPlaceholder={false}
      classNames={{ item: classes.item ?? '' }}
    >
      <Menu.Target>
        <button type="button" className={classes.target}>
          <span className={classes.initial} aria-hidden>
            {initialOf(user.name)}
          </span>
          <span className={`${classes.userName} ${hidden.onPhone}`} dir="auto">
            {user.name}
          </span>
          <IconChevronDown size={16} aria-hidden className={classes.arrow} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown ?? ''}>
        <div className={classes.who} role="presentation">
          <ProfileFacts user={user} />
        </div>
        <Menu.Item leftSection={<IconKey size={18} />} onClick={onChangePassword}>
          Change password
        </Menu.Item>
        <Menu.Item
          leftSection={isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
          closeMenuOnClick={false}
          onClick={toggle}
        >
          {isDark ? 'Light theme' : 'Dark theme'}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={onLeave}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
