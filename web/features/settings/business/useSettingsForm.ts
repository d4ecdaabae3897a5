import { useForm } from 'react-hook-form';
import { type Business, business } from '#contract/business.ts';
import type { BusinessSettings } from '#contract/settings.ts';
import { shownBusiness } from '#web/domain/reach/shown-business.ts';
import { useUpdateBusiness } from '#web/lib/business.tsx';
import { editResolver } from '#web/lib/forms/checks/form-resolver.ts';
import { useWholeForm } from '#web/lib/forms/useWholeForm.ts';
import { useSaveSettings } from '../settings.api.ts';
import { shownFields, valuesOf } from '../settings.view.ts';

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

/** The state of the settings form: validation by the contract, and a site that shows at once what is saved. */
export function useSettingsForm(loaded: BusinessSettings, onSaved: () => void) {
  const save = useSaveSettings();
  const updateBusiness = useUpdateBusiness();
  const form = useForm<Business, unknown, Business>({
    resolver: editResolver(business, () => valuesOf(loaded)),
    defaultValues: valuesOf(loaded),
  });
  const edit = useWholeForm({
    name: 'settings',
    newest: loaded,
    form,
    valuesOf,
    kept: keptFields,
    shown: shownFields,
    save,
    failure: 'Failed to save settings',
    onSaved: (saved) => {
      updateBusiness(shownBusiness(valuesOf(saved)));
      onSaved();
    },
  });
  return { form, ...edit };
}
