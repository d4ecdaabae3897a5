import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { publicPriorities } from '#contract/words/requests.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { hoursText } from '#web/lib/hours.ts';
import { FieldError } from '#web/ui/base/form/FieldError.tsx';
import classes from './RequestPriority.module.css';

type PublicPriority = (typeof publicPriorities)[number];

const choices: readonly { value: PublicPriority; name: string; hint: string }[] = [
  { value: 'low', name: 'Low', hint: 'Can wait for the next round' },
  { value: 'medium', name: 'Medium', hint: 'Needs work soon, business goes on' },
  { value: 'Emergency', name: 'Emergency', hint: 'Danger, or a business that stands still' },
];

type Props = {
  priority: string;
  onChoose: (priority: PublicPriority) => void;
  error?: string | undefined;
};

/** The choice of the priority with a note about it (spec §1, §5). The notes share one place, so that nothing moves. */
export function RequestPriority({ priority, onChoose, error }: Props) {
  const { hours, emergency_phone } = useBusiness();
  const isEmergency = priority === 'Emergency';
  return (
    <fieldset className={classes.priorities}>
      <legend>Priority</legend>
      {choices.map(({ value, name, hint }) => (
        <label key={value} className={classes.priority} data-emergency={value === 'Emergency' || undefined}>
          <input
            type="radio"
            name="priority"
            value={value}
            checked={value === priority}
            onChange={() => onChoose(value)}
          />
          <span>
            <strong>{name}</strong>
            <span className={classes.hint}>{hint}</span>
          </span>
        </label>
      ))}
      <div className={classes.notes} role="status">
        <p className={classes.note} data-away={isEmergency || undefined}>
          <IconClock size={20} aria-hidden />
          <span>The office reads every request. Office hours: {hoursText(hours)}.</span>
        </p>
        <p className={classes.note} data-emergency data-away={!isEmergency || undefined}>
          <IconAlertTriangle size={20} aria-hidden />
          <span>
            In danger, or outside office hours, please call <span className={classes.number}>{emergency_phone}</span>.
            Emergencies outside office hours are taken by phone only.
          </span>
        </p>
      </div>
      <FieldError id="priority-error">{error}</FieldError>
    </fieldset>
  );
}
