import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import '../style/tones.css';
import classes from './Notice.module.css';

const icons = { success: IconCircleCheck, danger: IconAlertTriangle, info: IconInfoCircle, warning: IconAlertTriangle };

type Props = {
  tone: keyof typeof icons;
  children: ReactNode;
  action?: ReactNode;
  /** Whether screen readers announce it at once. Errors always are. */
  alert?: boolean;
};

/** One sentence about what happened. Screen readers announce errors and alerts at once, everything else politely. */
export function Notice({ tone, children, action, alert = tone === 'danger' }: Props) {
  const Icon = icons[tone];
  return (
    <div className={classes.notice} data-tone={tone} role={alert ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <p className={classes.text}>{children}</p>
      {action}
    </div>
  );
}
