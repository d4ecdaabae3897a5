import { IconBolt, IconClock, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { addressText, hoursText, telLink } from '#web/lib/hours.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import actions from '#web/ui/Action.module.css';
import classes from './parts/Contact.module.css';
import page from './parts/page.module.css';

export const handle: PageHandle = {
  meta: ({ name, phone, service_area }) => ({
    title: `Contact - ${name}`,
    description: `Call ${phone} or write to us. Commercial lighting and electrical service in ${service_area}.`,
  }),
};

/** Every way to reach the contractor, the emergency path first among them (spec §1). */
export function Component() {
  const business = useBusiness();
  return (
    <div className={page.wrap}>
      <div className={page.head}>
        <h1>Talk to the office</h1>
        <p className={page.lead}>
          For work on your building, a service request is fastest: it reaches the office with your photos and gives you
          a tracking ID. For anything else, call or write.
        </p>
        <div className={page.actions}>
          <Link className={actions.primary} to={paths.request()}>
            Request Service
          </Link>
          <Link className={actions.secondary} to={paths.track()}>
            Track a request
          </Link>
        </div>
      </div>
      <div className={classes.grid}>
        <section className={classes.emergency} aria-labelledby="emergency">
          <IconBolt size={28} aria-hidden />
          <h2 id="emergency">Emergency</h2>
          <p>Sparks, smoke, water in a panel, or a site gone dark: call, at any hour.</p>
          <a className={classes.number} href={telLink(business.emergency_phone)}>
            {business.emergency_phone}
          </a>
          <p className={classes.note}>
            Outside office hours, emergency requests are taken by phone only. If anyone is in danger, call 911 first.
          </p>
        </section>
        <ul className={classes.ways}>
          <li>
            <IconPhone size={22} aria-hidden />
            <div>
              <h2>Phone</h2>
              <a href={telLink(business.phone)}>{business.phone}</a>
            </div>
          </li>
          <li>
            <IconMail size={22} aria-hidden />
            <div>
              <h2>E-mail</h2>
              <a href={`mailto:${business.email}`}>{business.email}</a>
            </div>
          </li>
          <li>
            <IconClock size={22} aria-hidden />
            <div>
              <h2>Office hours</h2>
              <p>{hoursText(business.hours)}</p>
            </div>
          </li>
          <li>
            <IconMapPin size={22} aria-hidden />
            <div>
              <h2>Office</h2>
              <p>{addressText(business.address)}</p>
              <p className={classes.area}>Serving {business.service_area}</p>
            </div>
          </li>
        </ul>
      </div>
    </div>
  );
}
