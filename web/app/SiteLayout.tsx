import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { useSession } from '#web/lib/session/session.tsx';
import classes from './SiteLayout.module.css';
import { CallBar } from './site/CallBar.tsx';
import { Footer } from './site/Footer.tsx';
import { Navbar } from './site/Navbar.tsx';

/** Loaded for those who may have unsent work. */
const UnsentNote = lazy(async () => ({ default: (await import('./site/UnsentNote.tsx')).UnsentNote }));

/** The frame of every public page. */
export function Component() {
  const { user } = useSession();
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Navbar />
      {user?.role === 'technician' && (
        <Suspense>
          <UnsentNote />
        </Suspense>
      )}
      <main id="content" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <CallBar />
    </>
  );
}
