import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Business, business } from '#contract/business.ts';
import type { BusinessSettings } from '#contract/settings.ts';
import { useUpdateBusiness } from '#web/lib/business.tsx';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { useKeepEntries, useKept } from '#web/lib/forms/useKeptEntries.ts';
import { useSaveSettings } from '../settings.api.ts';
import { valuesOf } from '../settings.view.ts';

/** The text fields that are kept when the session ends. Lists and hours are not. */
const keptFields = [
  'name',
  'tagline',
  'phone',
  'emergency_phone',
  'email',
  'address.street',
  'address.city',
  'address.region',
  'address.postal_code',
  'service_area',
  'license',
] as const;

/**
 * The state of the settings form: validation by the contract, field errors of the server, and the version that the edit is
 * based on. Newer details from the server replace the form only while it is unchanged.
 */
export function useSettingsForm(loaded: BusinessSettings, onSaved: () => void) {
  const save = useSaveSettings();
  const updateBusiness = useUpdateBusiness();
  const form = useForm<Business>({ resolver: zodResolver(business), defaultValues: valuesOf(loaded) });
  const { isDirty } = form.formState;
  const kept = useKept('settings', form, keptFields);
  // An edit that goes on after a sign-in is based on what it began on, so that newer details are not overwritten unseen.
  const [base, setBase] = useState({ ...loaded, version: kept.entries?.version ?? loaded.version });
  useKeepEntries('settings', form, keptFields, base.version);

  const start = (settings: BusinessSettings) => {
    setBase(settings);
    form.reset(valuesOf(settings));
    save.reset();
  };
  const follow = useEffectEvent((newest: BusinessSettings) => {
    if (!kept.isPlacing && newest.version > base.version) start(newest);
  });
  useEffect(() => {
    if (!isDirty) follow(loaded);
  }, [loaded, isDirty]);

  const submit = form.handleSubmit(async (body) => {
    try {
      const saved = await save.mutateAsync({ ...body, version: base.version });
      start(saved);
      updateBusiness(valuesOf(saved));
      onSaved();
    } catch (error) {
      // The message is shown from the mutation's state.
      showFieldErrors(error, Object.keys(business.shape) as (keyof Business)[], form.setError);
    }
  });
  return { form, isDirty, isBack: kept.isBack && isDirty, save, submit, start, discard: () => start(base) };
}
