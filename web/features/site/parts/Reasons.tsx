import { IconCamera, IconClockBolt, IconRoute, IconSignature } from '@tabler/icons-react';
import page from './page.module.css';
import classes from './Reasons.module.css';

const reasons = [
  {
    Icon: IconCamera,
    title: 'Show it, do not explain it',
    text: 'Add up to three photos or documents. The technician sees the problem before the van leaves.',
  },
  {
    Icon: IconRoute,
    title: 'Know where it stands',
    text: 'Your tracking ID shows received, assigned, in progress and completed. No account, no waiting on hold.',
  },
  {
    Icon: IconSignature,
    title: 'Closed when you say so',
    text: 'Work is photographed, and you sign and rate it on site before the request is completed.',
  },
  {
    Icon: IconClockBolt,
    title: 'A person at any hour',
    text: 'An emergency outside office hours goes to a phone that is answered, not to a form.',
  },
];

/** Why choose us (spec §2 Home). */
export function Reasons() {
  return (
    <section className={`${page.band} ${page.section}`} aria-labelledby="why">
      <div className={`${page.wrap} ${classes.grid}`}>
        <h2 id="why" className={page.title}>
          Why choose us
        </h2>
        <ul className={classes.list}>
          {reasons.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon size={28} stroke={1.75} aria-hidden />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
