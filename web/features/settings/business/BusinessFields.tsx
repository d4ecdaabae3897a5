import { Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Controller } from 'react-hook-form';
import { businessLimits } from '#contract/words/limits.ts';
import { LimitedTextInput } from '#web/ui/mantine/LimitedText.tsx';
import { matchesZone, zoneChoices } from '../settings.view.ts';
import { useSettings } from './form-context.ts';
import { Section } from './Section.tsx';
import classes from './settings.module.css';

/** How many zones the list shows at once: the search narrows it. */
const ZONES_SHOWN = 60;

/** Who the business is and how to reach it (spec §1). */
export function BusinessFields() {
  const { register, formState } = useSettings();
  const { errors } = formState;
  return (
    <>
      <Section title="Business" hint="Shown on every page of the site and in the dashboards.">
        <div className={classes.fields}>
          <TextInput
            label="Name"
            withAsterisk
            autoComplete="organization"
            error={errors.name?.message}
            {...register('name')}
          />
          <TextInput
            label="License"
            autoComplete="off"
            description="Leave blank to show none."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={errors.license?.message}
            {...register('license')}
          />
          <TextInput
            className={classes.wide}
            label="Tagline"
            withAsterisk
            autoComplete="off"
            error={errors.tagline?.message}
            {...register('tagline')}
          />
        </div>
      </Section>
      <Section title="Contact" hint="How customers reach you, with one tap on a phone.">
        <div className={classes.fields}>
          <TextInput
            label="Phone"
            type="tel"
            withAsterisk
            autoComplete="off"
            error={errors.phone?.message}
            {...register('phone')}
          />
          <TextInput
            label="Emergency phone"
            type="tel"
            withAsterisk
            autoComplete="off"
            error={errors.emergency_phone?.message}
            {...register('emergency_phone')}
          />
          <TextInput
            className={classes.wide}
            label="Email"
            type="email"
            withAsterisk
            autoComplete="off"
            error={errors.email?.message}
            {...register('email')}
          />
        </div>
      </Section>
      <PlaceFields />
    </>
  );
}

/** Where the business is, and by which clock it works. */
function PlaceFields() {
  const { register, control, formState, getValues } = useSettings();
  const { errors } = formState;
  const present = formState.defaultValues?.time_zone ?? getValues('time_zone');
  const zones = useMemo(() => zoneChoices(present), [present]);
  return (
    <Section title="Address and area" hint="Shown on the contact page, in the footer and to search engines.">
      <div className={classes.address}>
        <TextInput
          className={classes.wide}
          label="Street"
          withAsterisk
          autoComplete="off"
          error={errors.address?.street?.message}
          {...register('address.street')}
        />
        <TextInput
          label="City"
          withAsterisk
          autoComplete="off"
          error={errors.address?.city?.message}
          {...register('address.city')}
        />
        <TextInput
          label="State"
          withAsterisk
          autoComplete="off"
          error={errors.address?.region?.message}
          {...register('address.region')}
        />
        <TextInput
          label="ZIP code"
          withAsterisk
          autoComplete="off"
          error={errors.address?.postal_code?.message}
          {...register('address.postal_code')}
        />
        <LimitedTextInput
          label="Country"
          withAsterisk
          autoComplete="off"
          limit={businessLimits.country}
          error={errors.address?.country?.message}
          {...register('address.country')}
        />
      </div>
      <div className={classes.fields}>
        <TextInput
          label="Service area"
          withAsterisk
          autoComplete="off"
          error={errors.service_area?.message}
          {...register('service_area')}
        />
        <Controller
          name="time_zone"
          control={control}
          render={({ field }) => (
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
              error={errors.time_zone?.message}
            />
          )}
        />
      </div>
    </Section>
  );
}
