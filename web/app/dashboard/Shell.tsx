import { ActionIcon } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { User } from '#contract/users.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { useTheme } from '#web/lib/theme/theme.ts';
import { useHistoryLayer } from '#web/ui/base/behaviour/useHistoryLayer.ts';
import { useKeptFocus } from '#web/ui/base/behaviour/useKeptFocus.ts';
import { PageGuard } from '#web/ui/mantine/dialog/PageGuard.tsx';
import { useMedia } from '#web/ui/mantine/useMedia.ts';
import { Palette } from '../palette/Palette.tsx';
import { Bell } from './Bell.tsx';
import { linksOf } from './links.ts';
import { NativeSignOut } from './NativeSignOut.tsx';
import { PhoneBar } from './PhoneBar.tsx';
import { ChangePassword, PASSWORD_LAYER } from './profile/ChangePassword.tsx';
import { ProfileMenu } from './profile/ProfileMenu.tsx';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { SlowNote } from './SlowNote.tsx';
import { storedSidebar } from './shell.stored.ts';
import { UnsentWork } from './unsent/UnsentWork.tsx';
import { useLeaving } from './unsent/useLeaving.tsx';
import { useLive } from './useLive.ts';
import { useOfflinePage } from './useOfflinePage.ts';

/** The frame around every dashboard (spec §2, dashboard shell): the role's navigation, theme, and who is signed in. */
export function Shell({ user, children }: { user: User; children: ReactNode }) {
  useLive();
  useKeptFocus();
  const { name } = useBusiness();
  const { theme, toggle } = useTheme();
  const { leave, question } = useLeaving();
  useOfflinePage(user.role === 'technician');
  const links = linksOf(user.role);
  const password = useHistoryLayer(PASSWORD_LAYER, (value) => (value === 'open' ? value : null));
  const isNarrow = useMedia('(max-width: 89.99em)');
  const [choice, setChoice] = useLocalStorage<boolean | null>({
    key: storedSidebar.key,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const collapsed = choice ?? isNarrow;
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Sidebar links={links} collapsed={collapsed} onCollapse={() => setChoice(!collapsed)} onLeave={leave} />
      <div className={classes.page}>
        <header className={classes.header}>
          <span className={classes.brand}>{name}</span>
          {user.role !== 'technician' && <Palette role={user.role} links={links} />}
          <ActionIcon size={44} aria-label={`Switch to ${other} theme`} onClick={toggle}>
            {theme === 'dark' ? <IconSun size={20} /> : <IconMoon size={20} />}
          </ActionIcon>
          <Bell />
          <ProfileMenu user={user} onChangePassword={() => password.open('open')} onLeave={leave} />
        </header>
        <main id="content" className={classes.main} tabIndex={-1}>
          <NativeSignOut />
          <SlowNote />
          <UnsentWork userId={user.id} />
          <PageGuard>{children}</PageGuard>
        </main>
      </div>
      <PhoneBar links={links} user={user} onLeave={leave} />
      <ChangePassword opened={password.value !== null} onClose={password.close} />
      {question}
    </div>
  );
}
