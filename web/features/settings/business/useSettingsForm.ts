import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import { type Business, business } from '#contract/business.ts';
import type { BusinessSettings } from '#contract/settings.ts';
import { ApiError } from '#web/lib/api-client.ts';
import { useUpdateBusiness } from '#web/lib/business.tsx';
import { useSaveSettings } from '../settings.api.ts';
import { valuesOf } from '../settings.view.ts';

/**
 * The state of the Settings screen: the contract's rules, server's mistakes beside their fields, and the version the
 * edit is made on. Fresh details from the server are taken over only while nothing has been typed.
 */
export function useSettingsForm(loaded: BusinessSettings, onSaved: () => void) {
  const [base, setBase] = useState(loaded);
  const save = useSaveSettings();
  const updateBusiness = useUpdateBusiness();
  const form = useForm<Business>({ resolver: zodResolver(business), defaultValues: valuesOf(loaded) });
  const { isDirty } = form.formState;

  const start = (settings: BusinessSettings) => {
    setBase(settings);
    form.reset(valuesOf(settings));
    save.reset();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what this waits for
  useEffect(() => {
    if (!isDirty && loaded.version > base.version) start(loaded);
  }, [loaded, isDirty]);

  const submit = form.handleSubmit(async (body) => {
    try {
      const saved = await save.mutateAsync({ ...body, version: base.version });
      start(saved);
      updateBusiness(valuesOf(saved));
      onSaved();
    } catch (error) {
      // The message is shown from the mutation's own state; what belongs to a field goes to the field.
      const details = error instanceof ApiError ? error.details : [];
      for (const [i, { field, message }] of details.entries()) {
        form.setError(field as FieldPath<Business>, { type: 'server', message }, { shouldFocus: i === 0 });
      }
    }
  });
  return { form, isDirty, save, submit, start, discard: () => start(base) };
}
