import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import section from '#web/domain/SettingsSection.module.css';
import { SettingsTabs } from '#web/domain/SettingsTabs.tsx';
import { messageOf } from '#web/lib/api-client.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { backupQueries } from '../backups.api.ts';
import { BackupSettingsForm } from './BackupSettingsForm.tsx';
import classes from './backup-settings.module.css';
import { Place } from './Place.tsx';

const FAILURE = 'Failed to fetch the back-up settings';

/** The back-up part of Settings: when back-ups are made by themselves, how many are kept, and where they go. */
export function Component() {
  const settings = useQuery(backupQueries.settings());
  return (
    <>
      <PageHead title="Settings" intro="When back-ups are made, where they go, and how many are kept." />
      <SettingsTabs />
      <StaleNote reads={[settings]} failure={FAILURE} />
      {settings.data ? (
        <>
          {settings.data.folder === null && (
            <Notice tone="warning">
              No back-up can be made here yet. On the server, set BACKUP_DIR to a folder on another disk, and
              BACKUP_PASSPHRASE to encrypt what is written there.
            </Notice>
          )}
          <div className={`${section.columns} ${classes.columns}`}>
            <BackupSettingsForm loaded={settings.data} />
            <Place settings={settings.data} />
          </div>
        </>
      ) : settings.isError ? (
        <ErrorState
          title={messageOf(settings.error, FAILURE)}
          error={settings.error}
          onRetry={() => settings.refetch()}
          busy={settings.isFetching}
        />
      ) : (
        <div className={`${section.columns} ${classes.columns}`}>
          <Skeleton height={420} />
          <Skeleton height={240} />
        </div>
      )}
    </>
  );
}
