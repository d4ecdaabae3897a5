import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { useBusiness } from '#web/lib/business.tsx';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { services } from '#web/lib/services.ts';
import page from '#web/ui/base/style/Page.module.css';
import { ServiceArt } from '../art/ServiceArt.tsx';
import classes from './ServicesPage.module.css';

export const handle: PageHandle = {
  meta: ({ name, service_area }) => ({
    title: `Services - ${name}`,
    description: `Parking lot lighting, LED retrofits, interior and emergency lighting, electrical repairs and controls in ${service_area}.`,
  }),
};

/** Six service cards, each leading to the request form with its service chosen (spec §2 Services). */
export function Component() {
  const { service_area, emergency_phone, calls } = useBusiness();
  return (
    <div className={page.wrap}>
      <div className={page.head}>
        <h1>Lighting and electrical service</h1>
        <p className={page.lead}>
          Commercial buildings and sites in {service_area}. Pick what is closest: the technician sorts out the rest on
          site.
        </p>
      </div>
      <ul className={classes.grid}>
        {services.map(({ slug, name, short, points }) => (
          <li key={slug} className={classes.card}>
            <ServiceArt slug={slug} />
            <div className={classes.words}>
              <h2>{name}</h2>
              <p>{short}</p>
              <ul className={classes.points}>
                {points.map((point) => (
                  <li key={point}>
                    <IconCheck size={18} aria-hidden />
                    {point}
                  </li>
                ))}
              </ul>
              <Link className={page.arrow} to={paths.request(slug)} aria-label={`Request this service: ${name}`}>
                Request this service
              </Link>
            </div>
          </li>
        ))}
      </ul>
      <p className={classes.emergency}>
        <strong>Cannot wait?</strong> For an emergency call <a href={calls.emergency_phone}>{emergency_phone}</a>, at
        any hour.
      </p>
    </div>
  );
}
