import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { useWholeForm } from '#web/lib/forms/useWholeForm.ts';
import type { FlashNotice } from '#web/ui/mantine/content/FlashNotice.tsx';
import { EditConflict } from '#web/ui/mantine/form/EditConflict.tsx';
import { FormOutcome } from '#web/ui/mantine/form/FormOutcome.tsx';
import classes from './SettingsFoot.module.css';

type Props = {
  /** What is edited, for example "the settings". */
  what: string;
  /** The button that saves. */
  save: string;
  edit: Omit<ReturnType<typeof useWholeForm>, 'submit'>;
  flash: ComponentProps<typeof FlashNotice>['flash'];
  /** The class of the conflict's box. */
  conflictClass?: string | undefined;
};

/** The foot of a form of settings: how it stands, and its buttons. */
export function SettingsFoot({ what, save, edit, flash, conflictClass }: Props) {
  const { isDirty, isBack, isSaving, conflict, failure, discard } = edit;
  return (
    <>
      <FormOutcome
        isBack={isBack}
        conflict={
          conflict && (
            <div className={conflictClass}>
              <EditConflict what={what} {...conflict} />
            </div>
          )
        }
        failure={failure}
        {...(!isDirty && { saved: flash })}
      />
      {/* A conflict is decided first, and has buttons of its own. */}
      {!conflict && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={discard} disabled={!isDirty || isSaving}>
            Discard Changes
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {save}
          </Button>
        </div>
      )}
    </>
  );
}
