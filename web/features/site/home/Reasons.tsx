import { IconCamera, IconClockBolt, IconRoute, IconSignature } from '@tabler/icons-react';
import page from '#web/ui/base/style/Page.module.css';
import classes from './Reasons.module.css';

const reasons = [
  {
    Icon: IconCamera,
    title: 'Show it, do not explain it',
    text: 'Add up to three photos or documents. Whoever is sent can look at the problem before setting out.',
  },
  {
    Icon: IconRoute,
    title: 'Know where it stands',
    text: 'Your tracking ID shows received, assigned, in progress and completed. No account, no waiting on hold.',
  },
  {
    Icon: IconSignature,
    title: 'You sign for the work',
    text: 'The technician completes a job with your signature and your rating, taken on site when the work is done.',
  },
  {
    Icon: IconClockBolt,
    title: 'A number for emergencies',
    text: 'Outside office hours, emergencies are taken by phone only: you call, and no form stands in between.',
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
