import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { BusinessSettings } from '#contract/settings.ts';
import { SettingsButtons } from '#web/domain/SettingsButtons.tsx';
import section from '#web/domain/SettingsSection.module.css';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { EntriesBack } from '#web/ui/base/EntriesBack.tsx';
import { Notice } from '#web/ui/base/Notice.tsx';
import { useFlash } from '#web/ui/base/useFlash.ts';
import { useScrollPadding } from '#web/ui/base/useScrollPadding.ts';
import { ConfirmDialog } from '#web/ui/mantine/ConfirmDialog.tsx';
import { FlashNotice } from '#web/ui/mantine/FlashNotice.tsx';
import { BusinessFields } from './BusinessFields.tsx';
import { ClosureFields } from './ClosureFields.tsx';
import { HoursFields } from './HoursFields.tsx';
import { LinkFields } from './LinkFields.tsx';
import classes from './SettingsForm.module.css';
import { SitePreview } from './SitePreview.tsx';
import shared from './settings.module.css';
import { useSettingsForm } from './useSettingsForm.ts';

type Props = {
  loaded: BusinessSettings;
  /** Reads the details again; undefined if that failed. */
  reload: () => Promise<BusinessSettings | undefined>;
};

/** The details of the business as one form, saved as a whole (spec §1). */
export function SettingsForm({ loaded, reload }: Props) {
  const flash = useFlash();
  const { form, isDirty, isBack, save, submit, start, discard } = useSettingsForm(loaded, () =>
    flash.show('Settings saved. The site shows them now.'),
  );
  const [asking, setAsking] = useState(false);
  const foot = useRef<HTMLDivElement>(null);
  useScrollPadding(foot);
  const hasMistakes = Object.keys(form.formState.errors).length > 0;
  const isConflict = save.error instanceof ApiError && save.error.code === 'conflict';
  const takeNewer = async () => {
    setAsking(false);
    const fresh = await reload();
    if (fresh) start(fresh);
  };
  return (
    <FormProvider {...form}>
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Settings">
        <div className={`${section.columns} ${shared.columns}`}>
          <div className={section.sections}>
            <BusinessFields />
            <HoursFields />
            <ClosureFields />
            <LinkFields />
          </div>
          <SitePreview />
        </div>
        <div ref={foot} className={classes.foot}>
          <EntriesBack shown={isBack} />
          {!isDirty && <FlashNotice flash={flash} />}
          {save.isError ? (
            <Notice
              tone="danger"
              action={
                isConflict && (
                  <Button variant="default" onClick={() => setAsking(true)}>
                    Reload
                  </Button>
                )
              }
            >
              {messageOf(save.error, 'Failed to save settings')}
              {isConflict && ' Reload to see it.'}
            </Notice>
          ) : (
            hasMistakes && <Notice tone="danger">Please fix the errors in the form.</Notice>
          )}
          <SettingsButtons save="Save Settings" isDirty={isDirty} isSaving={save.isPending} onDiscard={discard} />
        </div>
      </form>
      <ConfirmDialog
        opened={asking}
        title="Load the newer settings?"
        hint="What you have entered here is replaced by them."
        confirm="Load newer"
        onConfirm={takeNewer}
        onCancel={() => setAsking(false)}
      />
    </FormProvider>
  );
}
