import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { OfficeState } from '#web/domain/OfficeState.tsx';
import { useBusiness } from '#web/lib/business.tsx';
import { hoursLines } from '#web/lib/hours.ts';
import { Brand } from '#web/ui/base/page/Brand.tsx';
import classes from './Footer.module.css';
import { siteLinks } from './links.ts';

function Office() {
  const { hours, phone, email, calls } = useBusiness();
  const lines = hoursLines(hours);
  return (
    <div>
      <h2>Office hours</h2>
      {(lines.length ? lines : ['By appointment']).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>
        <OfficeState />
      </p>
      <p className={classes.reach}>
        <a href={calls.phone}>{phone}</a>
        <a href={`mailto:${email}`}>{email}</a>
      </p>
    </div>
  );
}

/** The footer of the public pages: the business, its office hours, the emergency number (spec §1) and the pages. */
export function Footer() {
  const { name, tagline, license, emergency_phone, socials, calls } = useBusiness();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.about}>
          <Brand name={name} />
          <p>{tagline}.</p>
          {license && <p className={classes.small}>{license}</p>}
          {socials.length > 0 && (
            <ul className={classes.socials} aria-label={`${name} elsewhere`}>
              {socials.map((social) => (
                <li key={social.url}>
                  <a href={social.url} rel="me noopener">
                    {social.name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <Office />
        <div>
          <h2>Emergency</h2>
          <p>Outside these hours, emergency requests are taken by phone only.</p>
          <p>
            <a className={classes.emergency} href={calls.emergency_phone}>
              {emergency_phone}
            </a>
          </p>
        </div>
        <nav aria-label="Footer">
          <h2>Pages</h2>
          <ul className={classes.pages}>
            {siteLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
            <li>
              <Link to={paths.request()}>Request Service</Link>
            </li>
          </ul>
        </nav>
        <ul className={classes.legal} aria-label="About this website">
          <li>
            <Link to={paths.privacy}>Privacy</Link>
          </li>
          <li>
            <Link to={paths.accessibility}>Accessibility</Link>
          </li>
        </ul>
      </div>
    </footer>
  );
}
