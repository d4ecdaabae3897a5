import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import { officePriorities, publicPriorities } from '#contract/words/requests.ts';
import { useBusiness } from '#web/lib/business.tsx';
import { hoursText } from '#web/lib/hours.ts';
import { FieldError } from '#web/ui/base/form/FieldError.tsx';
import classes from './RequestPriority.module.css';

type FormPriority = (typeof officePriorities)[number];

const choices: Record<FormPriority, { name: string; hint: string }> = {
  low: { name: 'Low', hint: 'Can wait for the next round' },
  medium: { name: 'Medium', hint: 'Needs work soon, business goes on' },
  high: { name: 'High', hint: 'Comes first, business is held up' },
  Emergency: { name: 'Emergency', hint: 'Danger, or a business that stands still' },
};

type Props = {
  priority: string;
  /** Whether an admin enters the request, who may choose any priority. The notes are advice for customers. */
  isOffice: boolean;
  onChoose: (priority: FormPriority) => void;
  error?: string | undefined;
};

/** What a customer should know about the chosen priority (spec §1). The notes share one place, so that nothing moves. */
function Advice({ isEmergency }: { isEmergency: boolean }) {
  const { hours, emergency_phone } = useBusiness();
  return (
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
  );
}

/** The choice of the priority (spec §5). */
export function RequestPriority({ priority, isOffice, onChoose, error }: Props) {
  return (
    <fieldset className={classes.priorities} data-office={isOffice || undefined}>
      <legend>Priority</legend>
      {(isOffice ? officePriorities : publicPriorities).map((value) => (
        <label key={value} className={classes.priority} data-emergency={value === 'Emergency' || undefined}>
          <input
            type="radio"
            name="priority"
            value={value}
            checked={value === priority}
            onChange={() => onChoose(value)}
          />
          <span>
            <strong>{choices[value].name}</strong>
            <span className={classes.hint}>{choices[value].hint}</span>
          </span>
        </label>
      ))}
      {!isOffice && <Advice isEmergency={priority === 'Emergency'} />}
      <FieldError id="priority-error">{error}</FieldError>
    </fieldset>
  );
}
