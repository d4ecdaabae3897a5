import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useWatch } from 'react-hook-form';
import { useNow } from '#web/lib/now.ts';
import { Badge } from '#web/ui/base/Badge.tsx';
import { dateIn, isPast, longDate, zoneOr } from '../settings.view.ts';
import { useSettings } from './form-context.ts';
import { ListError } from './ListError.tsx';
import { Section } from './Section.tsx';
import classes from './settings.module.css';
import { useRows } from './useRows.ts';

/** Days off such as holidays: the office is closed on them whatever the week says (spec §1). */
export function ClosureFields() {
  const { control, formState } = useSettings();
  const { rows, list, addButton, message, change, add, remove } = useRows('closures');
  const today = dateIn(zoneOr('UTC', useWatch({ control, name: 'time_zone' })), useNow());
  const past = rows.flatMap(({ date }, i) => (isPast(date, today) ? [i] : []));
  const errors = formState.errors.closures;
  return (
    <Section
      title="Closed days"
      hint="Holidays and other days off. The site says why the office is closed."
      action={
        past.length > 0 && (
          <Button variant="default" onClick={() => remove(past)}>
            {past.length === 1 ? 'Remove 1 Past Day' : `Remove ${past.length} Past Days`}
          </Button>
        )
      }
    >
      {rows.length > 0 && (
        <ul ref={list} className={classes.rows} aria-label="Closed days">
          {rows.map(({ date, name }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; all it shows comes from the form
            <li key={i} className={classes.row}>
              <TextInput
                type="date"
                label="Date"
                value={date}
                onChange={(event) => change(i, { date: event.currentTarget.value })}
                error={errors?.[i]?.date?.message}
              />
              <TextInput
                label="Reason"
                autoComplete="off"
                value={name}
                onChange={(event) => change(i, { name: event.currentTarget.value })}
                error={errors?.[i]?.name?.message}
              />
              <ActionIcon
                className={classes.remove}
                size={44}
                aria-label={`Remove ${name.trim() || longDate(date) || `closed day ${i + 1}`}`}
                onClick={() => remove([i])}
              >
                <IconTrash size={18} />
              </ActionIcon>
              <p className={classes.rowNote}>
                {longDate(date) ?? 'Choose a date'}
                {isPast(date, today) && <Badge tone="neutral">Past</Badge>}
              </p>
            </li>
          ))}
        </ul>
      )}
      <ListError message={message} />
      <Button
        ref={addButton}
        className={classes.add}
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() => add({ date: '', name: '' })}
      >
        Add Closed Day
      </Button>
    </Section>
  );
}
