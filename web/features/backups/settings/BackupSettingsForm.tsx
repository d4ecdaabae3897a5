import { zodResolver } from '@hookform/resolvers/zod';
import { Switch, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { type BackupSettings, updateBackupSettingsBody } from '#contract/backups.ts';
import { backupsKept } from '#contract/words/backups.ts';
import { SettingsFoot } from '#web/domain/SettingsFoot.tsx';
import section from '#web/domain/SettingsSection.module.css';
import { SettingsSection } from '#web/domain/SettingsSection.tsx';
import { useBusiness } from '#web/lib/business.tsx';
import { formField } from '#web/lib/forms/form-field.ts';
import { useWholeForm } from '#web/lib/forms/useWholeForm.ts';
import { useFlash } from '#web/ui/base/behaviour/useFlash.ts';
import { useSaveBackupSettings } from '../backups.api.ts';
import { type BackupValues, shownFields, valuesOf } from '../backups.view.ts';
import classes from './backup-settings.module.css';

const numbers = [
  ['keep_daily', 'Days', backupsKept.daily],
  ['keep_weekly', 'Weeks', backupsKept.weekly],
  ['keep_monthly', 'Months', backupsKept.monthly],
] as const;

/** When back-ups are made by themselves, and how many are kept. Without a place they cannot be switched on. */
export function BackupSettingsForm({ loaded }: { loaded: BackupSettings }) {
  const save = useSaveBackupSettings();
  const flash = useFlash();
  const { time_zone } = useBusiness();
  const form = useForm<BackupValues, unknown, BackupValues>({
    resolver: zodResolver(updateBackupSettingsBody),
    defaultValues: valuesOf(loaded),
  });
  const { submit, ...edit } = useWholeForm({
    name: 'back-up settings',
    newest: loaded,
    form,
    valuesOf,
    kept: [],
    shown: shownFields,
    save,
    failure: 'Failed to save the back-up settings',
    onSaved: () => flash.show('Back-up settings saved.'),
  });
  return (
    <form className={section.sections} onSubmit={submit} noValidate aria-label="Back-up settings">
      <SettingsSection
        title="Every day"
        hint={`At this time in ${time_zone}. A back-up that was missed is made at the next start.`}
      >
        <Controller
          name="enabled"
          control={form.control}
          render={({ field, fieldState }) => (
            <Switch
              ref={field.ref}
              label="Make a back-up every day"
              checked={field.value}
              disabled={loaded.folder === null && !field.value}
              onBlur={field.onBlur}
              onChange={(event) => field.onChange(event.currentTarget.checked)}
              error={fieldState.error?.message}
            />
          )}
        />
        <TextInput className={classes.time ?? ''} type="time" label="Time" {...formField(form, 'at_time')} />
      </SettingsSection>
      <SettingsSection
        title="How many are kept"
        hint="The newest of each of the last days, weeks and months. Older ones are removed after a new one was made and read back. The newest is never removed."
      >
        <div className={classes.numbers}>
          {numbers.map(([name, label, { least, most }]) => (
            <TextInput
              key={name}
              type="number"
              inputMode="numeric"
              label={label}
              min={least}
              max={most}
              {...formField(form, name, { valueAsNumber: true })}
            />
          ))}
        </div>
        <SettingsFoot what="the back-up settings" save="Save Back-ups" edit={edit} flash={flash} />
      </SettingsSection>
    </form>
  );
}
