import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { hoursText } from '#web/lib/hours.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import actions from '#web/ui/Action.module.css';
import classes from './parts/About.module.css';
import { CrewScene } from './parts/CrewScene.tsx';
import page from './parts/page.module.css';

export const handle: PageHandle = {
  meta: ({ name, service_area }) => ({
    title: `About - ${name}`,
    description: `Who we are and how we work: commercial lighting and electrical service in ${service_area}.`,
  }),
};

const promises = [
  {
    title: 'One request, one number',
    text: 'Every job has a tracking ID from the first minute. It names the work on the phone, in e-mail and on site.',
  },
  {
    title: 'The right technician, once',
    text: 'Photos and a clear description reach the technician before the van leaves, so the parts are on board.',
  },
  {
    title: 'Work you can see',
    text: 'Finished work is photographed. You look at it, rate it and sign for it before we close the request.',
  },
  {
    title: 'Nights when it matters',
    text: 'A dark lot can only be judged in the dark. Surveys and site checks are planned for the hours you need light.',
  },
];

/** Who the contractor is and how the work is done (spec §2 About). */
export function Component() {
  const business = useBusiness();
  return (
    <>
      <div className={`${page.wrap} ${classes.intro}`}>
        <div className={page.head}>
          <h1>We keep buildings lit and powered</h1>
          <p className={page.lead}>
            {business.name} is a commercial lighting and electrical contractor for {business.service_area}. We look
            after the lights people only notice when they are out: lots, stores, offices, clinics and warehouses.
          </p>
        </div>
        <CrewScene />
      </div>
      <section className={`${page.band} ${page.section}`} aria-labelledby="how">
        <div className={page.wrap}>
          <h2 id="how" className={page.title}>
            How we work
          </h2>
          <ol className={classes.promises}>
            {promises.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section className={`${page.wrap} ${page.section}`} aria-labelledby="facts">
        <h2 id="facts" className={page.title}>
          The plain facts
        </h2>
        <dl className={classes.facts}>
          <div>
            <dt>Service area</dt>
            <dd>{business.service_area}</dd>
          </div>
          <div>
            <dt>Office hours</dt>
            <dd>{hoursText(business.hours)}</dd>
          </div>
          <div>
            <dt>License</dt>
            <dd>{business.license}</dd>
          </div>
          <div>
            <dt>Office</dt>
            <dd>{business.address}</dd>
          </div>
        </dl>
        <div className={page.actions}>
          <Link className={actions.primary} to={paths.request()}>
            Request Service
          </Link>
          <Link className={actions.secondary} to={paths.contact}>
            Contact the office
          </Link>
        </div>
      </section>
    </>
  );
}
