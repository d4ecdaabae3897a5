import { Switch, TextInput } from '@mantine/core';
import { Controller, useForm } from 'react-hook-form';
import { type MailSettings, updateMailSettingsBody } from '#contract/mail.ts';
import { type MailKind, mailKinds, switchableMailKinds } from '#contract/words/mail.ts';
import { SettingsFoot } from '#web/domain/SettingsFoot.tsx';
import section from '#web/domain/SettingsSection.module.css';
import { SettingsSection } from '#web/domain/SettingsSection.tsx';
import { editResolver } from '#web/lib/forms/checks/form-resolver.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { useWholeForm } from '#web/lib/forms/useWholeForm.ts';
import { useFlash } from '#web/ui/base/behaviour/useFlash.ts';
import { useSaveMailSettings } from '../mail.api.ts';
import { kindLabels, kindReaders, type MailValues, shownFields, valuesOf } from '../mail.view.ts';
import classes from './mail-settings.module.css';

type Props = { loaded: MailSettings };

const keptFields = ['sender_name', 'sender_address', 'reply_to'] as const;
const switchable: readonly MailKind[] = switchableMailKinds;
/** The kinds that the office may not switch off. A test is sent by hand, and each admin chooses the monthly report. */
const always = mailKinds.filter((kind) => !switchable.includes(kind) && kind !== 'test' && kind !== 'monthly_report');

/** Which mails are sent, and whom they come from. */
export function MailSettingsForm({ loaded }: Props) {
  const save = useSaveMailSettings();
  const flash = useFlash();
  const form = useForm<MailValues, unknown, MailValues>({
    resolver: editResolver(updateMailSettingsBody, () => valuesOf(loaded)),
    defaultValues: valuesOf(loaded),
  });
  const { submit, ...edit } = useWholeForm({
    name: 'mail settings',
    newest: loaded,
    form,
    valuesOf,
    kept: keptFields,
    shown: shownFields,
    save,
    failure: 'Failed to save the mail settings',
    onSaved: () => flash.show('Mail settings saved.'),
  });
  return (
    <form className={section.sections} onSubmit={submit} noValidate aria-label="Mail settings">
      <SettingsSection title="Sender" hint="What customers and staff see as the sender. Leave blank for the default.">
        <TextInput
          label="Sender name"
          autoComplete="off"
          placeholder={loaded.defaults.sender_name}
          {...formField(form, 'sender_name')}
        />
        <TextInput
          label="Sender address"
          type="email"
          autoComplete="off"
          placeholder={loaded.defaults.sender_address}
          description="The mail server must accept this address."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...formField(form, 'sender_address')}
        />
        <TextInput
          label="Reply to"
          type="email"
          autoComplete="off"
          placeholder={loaded.defaults.reply_to}
          {...formField(form, 'reply_to')}
        />
      </SettingsSection>
      <SettingsSection
        title="Mails"
        hint={`Always sent, because their link exists only in the mail: ${always.map((kind) => kindLabels[kind]).join(', ')}. Each admin chooses the ${kindLabels.monthly_report.toLowerCase()} under Reports & Analytics.`}
      >
        <Controller
          name="switched_off"
          control={form.control}
          render={({ field }) => (
            <fieldset className={classes.kinds}>
              <legend>Send these mails</legend>
              {switchableMailKinds.map((kind) => (
                <Switch
                  key={kind}
                  label={kindLabels[kind]}
                  description={kindReaders[kind]}
                  checked={!field.value.includes(kind)}
                  onChange={({ currentTarget: { checked } }) =>
                    field.onChange(
                      switchableMailKinds.filter((one) => (one === kind ? !checked : field.value.includes(one))),
                    )
                  }
                />
              ))}
            </fieldset>
          )}
        />
        <SettingsFoot what="the mail settings" save="Save Mail Settings" edit={edit} flash={flash} />
      </SettingsSection>
    </form>
  );
}
