import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MailBanner } from '#web/domain/MailBanner.tsx';
import section from '#web/domain/SettingsSection.module.css';
import { SettingsTabs } from '#web/domain/SettingsTabs.tsx';
import { messageOf } from '#web/lib/api-client.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { mailQueries } from '../mail.api.ts';
import { MailPreviews } from './MailPreviews.tsx';
import { MailSettingsForm } from './MailSettingsForm.tsx';
import classes from './mail-settings.module.css';
import { TestMail } from './TestMail.tsx';

/** The mail part of Settings: which mails are sent, whom they come from, a test, and how each one looks. */
export function Component() {
  const settings = useQuery(mailQueries.settings());
  return (
    <>
      <PageHead title="Settings" intro="Which mails go out, whom they come from, and how they look." />
      <SettingsTabs />
      <MailBanner />
      <StaleNote reads={[settings]} failure="Failed to fetch the mail settings" />
      {settings.data ? (
        <div className={`${section.columns} ${classes.columns}`}>
          <div className={section.sections}>
            <MailSettingsForm loaded={settings.data} />
            <TestMail route={settings.data.route} />
          </div>
          <MailPreviews version={settings.data.version} />
        </div>
      ) : settings.isError ? (
        <ErrorState
          title={messageOf(settings.error, 'Failed to fetch the mail settings')}
          error={settings.error}
          onRetry={() => settings.refetch()}
          busy={settings.isFetching}
        />
      ) : (
        <div className={`${section.columns} ${classes.columns}`}>
          <Skeleton height={480} />
          <Skeleton height={480} />
        </div>
      )}
    </>
  );
}
