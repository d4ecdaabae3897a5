import { useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import type { BusinessSettings } from '#contract/settings.ts';
import { SettingsFoot } from '#web/domain/SettingsFoot.tsx';
import section from '#web/domain/SettingsSection.module.css';
import { useFlash } from '#web/ui/base/behaviour/useFlash.ts';
import { useScrollPadding } from '#web/ui/base/behaviour/useScrollPadding.ts';
import { BusinessFields } from './BusinessFields.tsx';
import { ClosureFields } from './ClosureFields.tsx';
import { HoursFields } from './HoursFields.tsx';
import { LinkFields } from './LinkFields.tsx';
import classes from './SettingsForm.module.css';
import { SitePreview } from './SitePreview.tsx';
import shared from './settings.module.css';
import { useSettingsForm } from './useSettingsForm.ts';

type Props = { loaded: BusinessSettings };

/** The details of the business as one form, saved as a whole (spec §1). */
export function SettingsForm({ loaded }: Props) {
  const flash = useFlash();
  const { form, submit, ...edit } = useSettingsForm(loaded, () =>
    flash.show('Settings saved. The site shows them now.'),
  );
  const foot = useRef<HTMLDivElement>(null);
  useScrollPadding(foot);
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
          <SettingsFoot
            what="the settings"
            save="Save Settings"
            edit={edit}
            flash={flash}
            conflictClass={classes.conflict}
          />
        </div>
      </form>
    </FormProvider>
  );
}
