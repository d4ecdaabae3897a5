import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Switch, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { type MailSettings, updateMailSettingsBody } from '#contract/mail.ts';
import { type MailKind, mailKinds, switchableMailKinds } from '#contract/words/mail.ts';
import { SettingsButtons } from '#web/domain/SettingsButtons.tsx';
import section from '#web/domain/SettingsSection.module.css';
import { SettingsSection } from '#web/domain/SettingsSection.tsx';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { Notice } from '#web/ui/base/Notice.tsx';
import { useFlash } from '#web/ui/base/useFlash.ts';
import { useSaveMailSettings } from '../mail.api.ts';
import { kindLabels, kindReaders, type MailValues, valuesOf } from '../mail.view.ts';
import classes from './mail-settings.module.css';

type Props = {
  loaded: MailSettings;
  /** Reads the settings again; undefined if that failed. */
  reload: () => Promise<MailSettings | undefined>;
};

const fields = ['switched_off', 'sender_name', 'sender_address', 'reply_to'] as const;
const switchable: readonly MailKind[] = switchableMailKinds;
/** The kinds that the office may not switch off. A test is sent by hand, and each admin chooses the monthly report. */
const always = mailKinds.filter((kind) => !switchable.includes(kind) && kind !== 'test' && kind !== 'monthly_report');

/** Which mails are sent, and whom they come from. Newer settings replace the form only while it is unchanged. */
export function MailSettingsForm({ loaded, reload }: Props) {
  const save = useSaveMailSettings();
  const flash = useFlash();
  const form = useForm<MailValues>({ resolver: zodResolver(updateMailSettingsBody), defaultValues: valuesOf(loaded) });
  const { isDirty } = form.formState;
  const [version, setVersion] = useState(loaded.version);
  const start = (settings: MailSettings) => {
    setVersion(settings.version);
    form.reset(valuesOf(settings));
    save.reset();
  };
  const follow = useEffectEvent((newest: MailSettings) => newest.version > version && start(newest));
  useEffect(() => {
    if (!isDirty) follow(loaded);
  }, [loaded, isDirty]);

  const submit = form.handleSubmit(async (body) => {
    flash.clear();
    try {
      start(await save.mutateAsync({ ...body, version }));
      flash.show('Mail settings saved.');
    } catch (error) {
      showFieldErrors(error, fields, form.setError);
    }
  });
  const isConflict = save.error instanceof ApiError && save.error.code === 'conflict';
  const takeNewer = async () => {
    const fresh = await reload();
    if (fresh) start(fresh);
  };
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
        {flash.text && !isDirty && <Notice tone="success">{flash.text}</Notice>}
        {save.isError && (
          <Notice
            tone="danger"
            action={
              isConflict && (
                <Button variant="default" onClick={takeNewer}>
                  Reload
                </Button>
              )
            }
          >
            {messageOf(save.error, 'Failed to save the mail settings')}
            {isConflict && ' Reload to see it; what you entered is replaced.'}
          </Notice>
        )}
        <SettingsButtons
          save="Save Mail Settings"
          isDirty={isDirty}
          isSaving={save.isPending}
          onDiscard={() => start(loaded)}
        />
      </SettingsSection>
    </form>
  );
}
