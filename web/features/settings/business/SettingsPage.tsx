import { useQuery } from '@tanstack/react-query';
import { SettingsTabs } from '#web/domain/SettingsTabs.tsx';
import { messageOf } from '#web/lib/api-client.ts';
import { PageHead } from '#web/ui/base/page/PageHead.tsx';
import { ErrorState } from '#web/ui/mantine/content/ErrorState.tsx';
import { StaleNote } from '#web/ui/mantine/content/StaleNote.tsx';
import { settingsQueries } from '../settings.api.ts';
import { SettingsForm } from './SettingsForm.tsx';
import { SettingsSkeleton } from './SettingsSkeleton.tsx';

/** The Settings screen: an admin edits what the product says about the business (spec §1). */
export function Component() {
  const settings = useQuery(settingsQueries.get());
  return (
    <>
      <PageHead title="Settings" intro="What the site and the dashboards say about the business." />
      <SettingsTabs />
      <StaleNote reads={[settings]} failure="Failed to fetch settings" />
      {settings.data ? (
        <SettingsForm loaded={settings.data} />
      ) : settings.isError ? (
        <ErrorState
          title={messageOf(settings.error, 'Failed to fetch settings')}
          error={settings.error}
          onRetry={() => settings.refetch()}
          busy={settings.isFetching}
        />
      ) : (
        <SettingsSkeleton />
      )}
    </>
  );
}
