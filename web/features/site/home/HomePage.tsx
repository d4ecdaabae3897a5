import { IconArrowRight, IconBolt, IconPhone } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { OfficeState } from '#web/domain/OfficeState.tsx';
import { useBusiness } from '#web/lib/business.tsx';
import { hoursText } from '#web/lib/hours.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { services } from '#web/lib/services.ts';
import actions from '#web/ui/base/style/Action.module.css';
import page from '#web/ui/base/style/Page.module.css';
import { Carousel } from './Carousel.tsx';
import classes from './HomePage.module.css';
import { LotScene } from './LotScene.tsx';
import { Reasons } from './Reasons.tsx';

export const handle: PageHandle = {
  meta: ({ name, tagline, service_area, phone }) => ({
    title: `${name} - ${tagline}`,
    description: `Lights out or a circuit down in ${service_area}? Send a request with photos and get a tracking ID at once, or call ${phone}.`,
    headline: 'Lights out? We bring them back.',
  }),
};

function Hero() {
  const { emergency_phone, phone, service_area, hours, calls } = useBusiness();
  return (
    <section className={classes.hero}>
      <div className={`${page.wrap} ${classes.heroGrid}`}>
        <div className={classes.words}>
          <p className={classes.where}>Commercial lighting and electrical · {service_area}</p>
          <h1>Lights out? We bring them back.</h1>
          <p className={page.lead}>
            Send a request with photos, from the phone in your hand. You get a tracking ID at once, and it tells you
            where your job stands at any hour.
          </p>
          <div className={page.actions}>
            <Link className={actions.primary} to={paths.request()}>
              Request Service
            </Link>
            <Link className={actions.secondary} to={paths.track()}>
              Track a request
            </Link>
          </div>
          <div className={classes.calls}>
            <p className={classes.callLine}>
              <IconBolt size={20} className={`${classes.callIcon} ${classes.emergency}`} aria-hidden />
              <span>
                Emergency? Call{' '}
                <a className={`${classes.call} ${classes.emergency}`} href={calls.emergency_phone}>
                  {emergency_phone}
                </a>{' '}
                at any hour.
              </span>
            </p>
            <p className={classes.callLine}>
              <IconPhone size={20} className={classes.callIcon} aria-hidden />
              <span>
                Office:{' '}
                <a className={classes.call} href={calls.phone}>
                  {phone}
                </a>
                , {hoursText(hours)}.
                <OfficeState />
              </span>
            </p>
          </div>
        </div>
        <LotScene />
      </div>
    </section>
  );
}

/** The closing section: the links to request service and to call. */
function Closing() {
  const { phone, hours, calls } = useBusiness();
  return (
    <section className={`${classes.night} ${page.section}`} aria-labelledby="begin">
      <div className={`${page.wrap} ${classes.closing}`}>
        <div>
          <h2 id="begin" className={page.title}>
            Something dark or dead?
          </h2>
          <p className={`${page.lead} ${classes.lead}`}>
            Tell us what you see, or talk to the office: {hoursText(hours)}.
          </p>
        </div>
        <div className={page.actions}>
          <Link className={actions.primary} to={paths.request()}>
            Request Service
          </Link>
          <a className={actions.secondary} href={calls.phone}>
            <IconPhone size={20} aria-hidden />
            Call {phone}
          </a>
        </div>
      </div>
    </section>
  );
}

/** The home page (spec §2 Home): hero, carousel of services, reasons, list of services, and closing section. */
export function Component() {
  return (
    <>
      <Hero />
      <Carousel />
      <Reasons />
      <section className={`${page.wrap} ${page.section}`} aria-labelledby="services">
        <div className={classes.listHead}>
          <h2 id="services" className={page.title}>
            What do you need done?
          </h2>
          <Link className={page.arrow} to={paths.services}>
            All services in detail
            <IconArrowRight size={20} aria-hidden />
          </Link>
        </div>
        <ul className={classes.list}>
          {services.map(({ slug, name, short }) => (
            <li key={slug}>
              <Link to={paths.request(slug)}>
                <span className={classes.name}>{name}</span>
                <span className={classes.short}>{short}</span>
                <IconArrowRight size={22} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <Closing />
    </>
  );
}
