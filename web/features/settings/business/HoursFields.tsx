import { Button, Switch, TextInput } from '@mantine/core';
import { IconClipboardCopy } from '@tabler/icons-react';
import { useRef } from 'react';
import { Controller, type FieldError, type Merge, useFormContext } from 'react-hook-form';
import type { Business } from '#contract/business.ts';
import { type Weekday, weekdays } from '#contract/words/weekdays.ts';
import { SettingsSection } from '#web/domain/SettingsSection.tsx';
import { type DayHours, dayLabels, hoursToStartWith } from '../settings.view.ts';
import classes from './HoursFields.module.css';

const workdays = ['tuesday', 'wednesday', 'thursday', 'friday'] as const;

/** The office hours of each day (spec §1). */
export function HoursFields() {
  const { control, getValues, setValue, formState } = useFormContext<Business>();
  const copyMonday = () => {
    const monday = getValues('hours.monday');
    for (const day of workdays) {
      setValue(`hours.${day}`, monday && { ...monday }, {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted,
      });
    }
  };
  return (
    <SettingsSection
      title="Office hours"
      hint="Outside of them the site says that the office is closed and points to the emergency phone."
      action={
        <Button variant="default" leftSection={<IconClipboardCopy size={16} />} onClick={copyMonday}>
          Copy Monday to All Weekdays
        </Button>
      }
    >
      <div className={classes.days}>
        {weekdays.map((day) => (
          <Controller
            key={day}
            name={`hours.${day}`}
            control={control}
            render={({ field, fieldState }) => (
              <Day
                day={day}
                value={field.value}
                error={fieldState.error}
                onChange={field.onChange}
                onBlur={field.onBlur}
                focusRef={field.ref}
                monday={() => getValues('hours.monday')}
              />
            )}
          />
        ))}
      </div>
    </SettingsSection>
  );
}

type DayProps = {
  day: Weekday;
  value: DayHours;
  error: Merge<FieldError, { opens?: FieldError; closes?: FieldError }> | undefined;
  onChange: (value: DayHours) => void;
  onBlur: () => void;
  /** Receives the field that gets the focus when this day has an error. */
  focusRef: (element: HTMLInputElement | null) => void;
  monday: () => DayHours;
};

/** The hours of one day. A day that is switched off and on again keeps its hours. */
function Day({ day, value, error, onChange, onBlur, focusRef, monday }: DayProps) {
  const last = useRef<DayHours>(null);
  if (value) last.current = value;
  const label = dayLabels[day];
  const isClosingWrong = Boolean(error?.closes && !error.opens);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand beside its fields
    <div className={classes.day} role="group" aria-label={label}>
      <Switch
        className={classes.dayName}
        label={label}
        aria-label={`Open on ${label}`}
        checked={value !== null}
        onBlur={onBlur}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? (last.current ?? hoursToStartWith(monday())) : null)
        }
      />
      {value ? (
        <div className={classes.span}>
          <TextInput
            ref={isClosingWrong ? null : focusRef}
            type="time"
            aria-label={`${label} opens`}
            value={value.opens}
            onChange={(event) => onChange({ ...value, opens: event.currentTarget.value })}
            onBlur={onBlur}
            error={error?.opens?.message}
          />
          <span className={classes.to} aria-hidden>
            to
          </span>
          <TextInput
            ref={isClosingWrong ? focusRef : null}
            type="time"
            aria-label={`${label} closes`}
            value={value.closes}
            onChange={(event) => onChange({ ...value, closes: event.currentTarget.value })}
            onBlur={onBlur}
            error={error?.closes?.message}
          />
        </div>
      ) : (
        <span className={classes.closed}>Closed</span>
      )}
    </div>
  );
}
