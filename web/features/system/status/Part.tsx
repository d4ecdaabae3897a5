import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleOff,
  IconHelpCircle,
} from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { SystemLevel } from '#contract/words/system.ts';
import { levelLabels, levelTones } from '../system.view.ts';
import '#web/ui/base/style/tones.css';
import classes from './Part.module.css';

const icons = {
  off: IconCircleOff,
  fine: IconCircleCheck,
  unknown: IconHelpCircle,
  warning: IconAlertTriangle,
  bad: IconAlertOctagon,
};

/** The sign of a level: a shape of its own beside the colour. */
export function LevelIcon({ level, size }: { level: SystemLevel; size: number }) {
  const Icon = icons[level];
  return <Icon size={size} stroke={1.8} aria-hidden className={classes.icon} />;
}

type Props = { title: string; level: SystemLevel; advice: string; action?: ReactNode; children?: ReactNode };

/** One part of the product: how it stands, what to do, and its figures. */
export function Part({ title, level, advice, action, children }: Props) {
  const id = useId();
  return (
    <section className={classes.part} data-tone={levelTones[level]} data-level={level} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <span className={classes.level}>
          <LevelIcon level={level} size={18} />
          {levelLabels[level]}
        </span>
      </div>
      <p className={classes.advice}>{advice}</p>
      {children}
      {action}
    </section>
  );
}
