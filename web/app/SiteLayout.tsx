import { Outlet } from 'react-router';
import classes from './SiteLayout.module.css';
import { CallBar } from './site/CallBar.tsx';
import { Footer } from './site/Footer.tsx';
import { Navbar } from './site/Navbar.tsx';

/** The frame of every public page. */
export function Component() {
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <Navbar />
      <main id="content" className={classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <CallBar />
    </>
  );
}
