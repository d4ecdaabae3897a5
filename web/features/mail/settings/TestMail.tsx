import { Button, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { type MailSettings, testMailBody } from '#contract/mail.ts';
import section from '#web/domain/SettingsSection.module.css';
import { SettingsHead } from '#web/domain/SettingsSection.tsx';
import { messageOf } from '#web/lib/api-client.ts';
import { formResolver } from '#web/lib/forms/checks/form-resolver.ts';
import { showFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { useSendTest } from '../mail.api.ts';
import classes from './mail-settings.module.css';

/** Sends a test mail and shows what the mail server answered. */
export function TestMail({ route }: Pick<MailSettings, 'route'>) {
  const { user } = useSession();
  const test = useSendTest();
  const form = useForm({ resolver: formResolver(testMailBody), defaultValues: { to: user?.email ?? '' } });
  const submit = form.handleSubmit(async ({ to }) => {
    try {
      await test.mutateAsync(to);
    } catch (error) {
      showFieldErrors(error, ['to'], form.setError);
    }
  });
  const sent = test.data;
  return (
    <form className={section.box} onSubmit={submit} noValidate aria-label="Test mail">
      <SettingsHead
        title="Test"
        hint={
          route.to === 'server'
            ? `Mails go to the mail server ${route.server}.`
            : 'No mail server is set (SMTP_URL). Mails are kept as .eml files in the folder "mail" of the data folder.'
        }
      />
      <div className={classes.test}>
        <TextInput label="Send to" type="email" autoComplete="off" {...formField(form, 'to')} />
        <Button type="submit" variant="default" loading={test.isPending}>
          Send a Test Mail
        </Button>
      </div>
      {test.isError ? (
        <Notice tone="danger">{messageOf(test.error, 'The test mail could not be sent')}</Notice>
      ) : (
        sent && (
          <Notice tone={sent.state === 'sent' ? 'success' : sent.state === 'kept' ? 'warning' : 'danger'}>
            {sent.state === 'sent'
              ? `The mail server accepted the mail to ${sent.recipient}. It answered: ${sent.answer}`
              : sent.state === 'kept'
                ? `${sent.answer}.`
                : `The mail was not accepted. The answer was: ${sent.answer}`}
          </Notice>
        )
      )}
    </form>
  );
}
