import { IconBolt, IconClock, IconMail, IconMapPin, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/words/paths.ts';
import { OfficeState } from '#web/domain/OfficeState.tsx';
import { ReachOffice } from '#web/domain/reach/ReachOffice.tsx';
import { useBusiness } from '#web/lib/business.tsx';
import { addressText, hoursLines } from '#web/lib/hours.ts';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { useOpenState } from '#web/lib/useOpenState.ts';
import { ScriptNeeded } from '#web/ui/base/page/ScriptNeeded.tsx';
import page from '#web/ui/base/style/Page.module.css';
import { ContactForm } from './ContactForm.tsx';
import classes from './ContactPage.module.css';

export const handle: PageHandle = {
  meta: ({ name, phone, service_area }) => ({
    title: `Contact - ${name}`,
    description: `Write to us or call ${phone}. We answer messages within 24-48 business hours, for buildings in ${service_area}.`,
  }),
};

/** The emergency number (spec §1). Stands out more while the office is closed. */
function Emergency() {
  const { emergency_phone, calls } = useBusiness();
  const isClosed = useOpenState()?.isOpen === false;
  return (
    <section className={classes.emergency} aria-labelledby="emergency" data-closed={isClosed || undefined}>
      <IconBolt size={32} stroke={1.75} aria-hidden />
      <div className={classes.danger}>
        <h2 id="emergency">Emergency? Do not write, call.</h2>
        <p>
          Sparks, smoke, water in a panel, or a site gone dark. Outside office hours, emergency requests are taken by
          phone only. If anyone is in danger, call 911 first.
        </p>
      </div>
      <a className={classes.number} href={calls.emergency_phone}>
        {emergency_phone}
      </a>
    </section>
  );
}

function ContactWay({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li>
      {icon}
      <div>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}

function ContactWays() {
  const { phone, email, hours, address, service_area, calls } = useBusiness();
  const lines = hoursLines(hours);
  return (
    <section aria-labelledby="reach">
      <h2 id="reach" className={classes.title}>
        Reach the office
      </h2>
      <ul className={classes.ways}>
        <ContactWay icon={<IconPhone size={22} aria-hidden />} title="Phone">
          <a href={calls.phone}>{phone}</a>
        </ContactWay>
        <ContactWay icon={<IconMail size={22} aria-hidden />} title="Email">
          <a href={`mailto:${email}`}>{email}</a>
        </ContactWay>
        <ContactWay icon={<IconClock size={22} aria-hidden />} title="Office hours">
          {(lines.length ? lines : ['By appointment']).map((line) => (
            <p key={line}>{line}</p>
          ))}
          <p className={classes.aside}>
            <OfficeState />
          </p>
        </ContactWay>
        <ContactWay icon={<IconMapPin size={22} aria-hidden />} title="Office">
          <p>{addressText(address)}</p>
          <p className={classes.aside}>Serving {service_area}</p>
        </ContactWay>
      </ul>
    </section>
  );
}

/** The contact page: the message form, and the other ways to reach the office (spec §2 Contact). */
export function Component() {
  return (
    <div className={page.wrap}>
      <div className={page.head}>
        <h1>Talk to the office</h1>
        <p className={page.lead}>
          Questions, quotes, paperwork: write or call. For work on your building, a{' '}
          <Link to={paths.request()}>service request</Link> is faster: it takes photos and gives you a tracking ID.
        </p>
      </div>
      <Emergency />
      <div className={classes.grid}>
        <section className={classes.write} aria-labelledby="write">
          <h2 id="write" className={classes.title}>
            Send a message
          </h2>
          <p className={classes.promise}>We reply within 24-48 business hours.</p>
          <ScriptNeeded whenOff="This form needs JavaScript, which is off in this browser." instead={<ReachOffice />}>
            <ContactForm />
          </ScriptNeeded>
        </section>
        <ContactWays />
      </div>
    </div>
  );
}
