import { IconMenu2, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { dashboardOf, paths } from '#contract/words/paths.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { useSession } from '#web/lib/session/session.tsx';
import { Brand } from '#web/ui/base/page/Brand.tsx';
import { ThemeToggle } from '#web/ui/base/page/ThemeToggle.tsx';
import { siteLinks } from './links.ts';
import classes from './Navbar.module.css';

/** Links to the dashboard or the login. The dashboards are documents of their own, with their own content policy. */
function StaffLink() {
  const { user } = useSession();
  return user ? (
    <a className={classes.link} href={dashboardOf(user.role)}>
      Dashboard
    </a>
  ) : (
    <NavLink className={classes.link ?? ''} to={paths.login()}>
      Login
    </NavLink>
  );
}

/** In characters: a longer name is set in smaller letters. */
const LONG_NAME = 40;

/** The public navbar (spec §2): a row of links, or a menu below the bar on small screens. */
export function Navbar() {
  const { name } = useBusiness();
  const { key } = useLocation();
  const [opened, setOpened] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);

  // Each page begins with a closed menu, also the same page again. Not in an effect, which on the first page would close a menu that was opened before it ran.
  const [shownPage, setShownPage] = useState(key);
  if (shownPage !== key) {
    setShownPage(key);
    setOpened(false);
  }
  useEffect(() => {
    if (!opened) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpened(false);
      button.current?.focus();
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [opened]);

  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <NavLink
          to={paths.home}
          className={classes.brand ?? ''}
          aria-label={`${name}, home`}
          data-long={name.length > LONG_NAME || undefined}
        >
          <Brand name={name} />
        </NavLink>
        <nav id={id} className={classes.nav} data-opened={opened || undefined} aria-label="Main">
          {siteLinks.map(({ to, label }) => (
            <NavLink key={to} to={to} end className={classes.link ?? ''}>
              {label}
            </NavLink>
          ))}
          <StaffLink />
          <NavLink to={paths.request()} className={classes.request ?? ''}>
            Request Service
          </NavLink>
        </nav>
        <ThemeToggle />
        <button
          ref={button}
          type="button"
          className={classes.menu}
          aria-label={opened ? 'Close menu' : 'Open menu'}
          aria-expanded={opened}
          aria-controls={id}
          onClick={() => setOpened(!opened)}
        >
          {opened ? <IconX size={22} aria-hidden /> : <IconMenu2 size={22} aria-hidden />}
        </button>
      </div>
    </header>
  );
}
