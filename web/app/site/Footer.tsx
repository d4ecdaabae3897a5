import { Link } from 'react-router';
import { useBusiness } from '#web/lib/business.tsx';
import { hoursText, telLink } from '#web/lib/hours.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { paths } from '../paths.ts';
import classes from './Footer.module.css';
import { siteLinks } from './links.ts';

/** Who this is, when the office is open, and whom to call when it is not (spec §1). */
export function Footer() {
  const business = useBusiness();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.about}>
          <Brand name={business.name} />
          <p>{business.tagline}.</p>
          <p className={classes.small}>{business.license}</p>
        </div>
        <div>
          <h2>Office hours</h2>
          <p>{hoursText(business.hours)}</p>
          <p>
            <a href={telLink(business.phone)}>{business.phone}</a>
          </p>
          <p>
            <a href={`mailto:${business.email}`}>{business.email}</a>
          </p>
        </div>
        <div>
          <h2>Emergency</h2>
          <p>Outside these hours, emergency requests are taken by phone only.</p>
          <p>
            <a className={classes.emergency} href={telLink(business.emergency_phone)}>
              {business.emergency_phone}
            </a>
          </p>
        </div>
        <nav aria-label="Footer">
          <h2>Pages</h2>
          <ul>
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
      </div>
    </footer>
  );
}
