import { Button, TextInput } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Business } from '#contract/business.ts';
import { SettingsSection } from '#web/domain/SettingsSection.tsx';
import { formField } from '#web/lib/forms/form-field.ts';
import { useNow } from '#web/lib/now.ts';
import { Badge } from '#web/ui/base/content/Badge.tsx';
import { dateIn, isPast, longDate, zoneOr } from '../settings.view.ts';
import { Row, RowList } from './RowList.tsx';
import { useRowList } from './useRowList.ts';

/** The days on which the office is closed regardless of the weekday, such as holidays (spec §1). */
export function ClosureFields() {
  const form = useFormContext<Business>();
  const { rows, error, addButton, append, remove } = useRowList('closures');
  const today = dateIn(zoneOr('UTC', useWatch({ control: form.control, name: 'time_zone' })), useNow());
  const past = rows.flatMap(({ value, index }) => (isPast(value.date, today) ? [index] : []));
  return (
    <SettingsSection
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
      <RowList
        label="Closed days"
        error={error}
        addLabel="Add Closed Day"
        addButton={addButton}
        onAdd={() => append({ date: '', name: '' })}
      >
        {rows.map(({ id, index, value }) => (
          <Row
            key={id}
            removeLabel={`Remove ${value.name.trim() || longDate(value.date) || `closed day ${index + 1}`}`}
            onRemove={() => remove([index])}
            note={
              <>
                {longDate(value.date) ?? 'Choose a date'}
                {isPast(value.date, today) && <Badge tone="neutral">Past</Badge>}
              </>
            }
          >
            <TextInput type="date" label="Date" {...formField(form, `closures.${index}.date`)} />
            <TextInput label="Reason" autoComplete="off" {...formField(form, `closures.${index}.name`)} />
          </Row>
        ))}
      </RowList>
    </SettingsSection>
  );
}
