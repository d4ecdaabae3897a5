import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { OfficeState } from '#web/domain/OfficeState.tsx';
import { useBusiness } from '#web/lib/business.tsx';
import { addressText, hoursLines } from '#web/lib/hours.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import actions from '#web/ui/base/style/Action.module.css';
import page from '#web/ui/base/style/Page.module.css';
import classes from './AboutPage.module.css';
import { CrewScene } from './CrewScene.tsx';

export const handle: PageHandle = {
  meta: ({ name, service_area }) => ({
    title: `About - ${name}`,
    description: `Who we are and how we work: commercial lighting and electrical service in ${service_area}.`,
  }),
};

/** The steps of a request, as the product handles them. */
const steps = [
  {
    title: 'You ask, with photos',
    text: 'Say what is dark or broken and where, and add up to three photos or documents. No account is needed.',
  },
  {
    title: 'The office assigns a technician',
    text: 'Somebody reads your request and gives it to a technician, who has your description and your photos in hand.',
  },
  {
    title: 'The work is done, and photographed',
    text: 'The technician keeps the notes and the pictures of the work with your request, so that there is one record.',
  },
  {
    title: 'You sign and rate',
    text: 'When the work is done you sign on site, give it one to five stars, and say what you think of it.',
  },
];

/** Who the contractor is and how the work is done (spec §2 About). */
export function Component() {
  const business = useBusiness();
  const open = hoursLines(business.hours);
  const lines = open.length ? open : ['By appointment'];
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
          <ol className={classes.steps}>
            {steps.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <p className={classes.along}>
            All along, your tracking ID tells you where the request stands.{' '}
            <Link className={page.arrow} to={paths.track()}>
              Track a request
            </Link>
          </p>
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
            <dd>
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
              <OfficeState />
            </dd>
          </div>
          {business.license && (
            <div>
              <dt>License</dt>
              <dd>{business.license}</dd>
            </div>
          )}
          <div>
            <dt>Office</dt>
            <dd>{addressText(business.address)}</dd>
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
