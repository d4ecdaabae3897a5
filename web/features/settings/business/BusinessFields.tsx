import { Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { Business } from '#contract/business.ts';
import { businessLimits } from '#contract/words/limits.ts';
import { SettingsSection } from '#web/domain/SettingsSection.tsx';
import { formField } from '#web/lib/forms/form-field.ts';
import { LimitedTextInput } from '#web/ui/mantine/form/LimitedText.tsx';
import { matchesZone, zoneChoices } from '../settings.view.ts';
import classes from './BusinessFields.module.css';

/** How many zones the list shows at once: the search narrows it. */
const ZONES_SHOWN = 60;

/** Who the business is and how to reach it (spec §1). */
export function BusinessFields() {
  const form = useFormContext<Business>();
  return (
    <>
      <SettingsSection title="Business" hint="Shown on every page of the site and in the dashboards.">
        <div className={classes.fields}>
          <TextInput label="Name" withAsterisk autoComplete="organization" {...formField(form, 'name')} />
          <TextInput
            label="License"
            autoComplete="off"
            description="Leave blank to show none."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...formField(form, 'license')}
          />
          <TextInput
            className={classes.wide}
            label="Tagline"
            withAsterisk
            autoComplete="off"
            {...formField(form, 'tagline')}
          />
        </div>
      </SettingsSection>
      <SettingsSection title="Contact" hint="How customers reach you, with one tap on a phone.">
        <div className={classes.fields}>
          <TextInput label="Phone" type="tel" withAsterisk autoComplete="off" {...formField(form, 'phone')} />
          <TextInput
            label="Emergency phone"
            type="tel"
            withAsterisk
            autoComplete="off"
            {...formField(form, 'emergency_phone')}
          />
          <TextInput
            className={classes.wide}
            label="Email"
            type="email"
            withAsterisk
            autoComplete="off"
            {...formField(form, 'email')}
          />
        </div>
      </SettingsSection>
      <PlaceFields />
    </>
  );
}

/** The business's address, service area and time zone. */
function PlaceFields() {
  const form = useFormContext<Business>();
  const { control, formState, getValues } = form;
  const present = formState.defaultValues?.time_zone ?? getValues('time_zone');
  const zones = useMemo(() => zoneChoices(present), [present]);
  return (
    <SettingsSection title="Address and area" hint="Shown on the contact page, in the footer and to search engines.">
      <div className={classes.address}>
        <TextInput
          className={classes.wide}
          label="Street"
          withAsterisk
          autoComplete="off"
          {...formField(form, 'address.street')}
        />
        <TextInput label="City" withAsterisk autoComplete="off" {...formField(form, 'address.city')} />
        <TextInput label="State" withAsterisk autoComplete="off" {...formField(form, 'address.region')} />
        <TextInput label="ZIP code" withAsterisk autoComplete="off" {...formField(form, 'address.postal_code')} />
        <LimitedTextInput
          label="Country"
          withAsterisk
          autoComplete="off"
          limit={businessLimits.country}
          {...formField(form, 'address.country')}
        />
      </div>
      <div className={classes.fields}>
        <TextInput label="Service area" withAsterisk autoComplete="off" {...formField(form, 'service_area')} />
        <Controller
          name="time_zone"
          control={control}
          render={({ field, fieldState }) => (
            <Select
              {...field}
              label="Time zone"
              withAsterisk
              searchable
              allowDeselect={false}
              data={zones}
              limit={ZONES_SHOWN}
              filter={({ options, search, limit }) =>
                options.filter((option) => 'value' in option && matchesZone(option.value, search)).slice(0, limit)
              }
              nothingFoundMessage="No such time zone"
              autoComplete="off"
              error={fieldState.error?.message}
            />
          )}
        />
      </div>
    </SettingsSection>
  );
}
