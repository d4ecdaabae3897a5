import { Button } from '@mantine/core';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import classes from './SettingsButtons.module.css';

type Props = {
  save: string;
  isDirty: boolean;
  isSaving: boolean;
  /** Whether a conflict has to be decided first, which has buttons of its own. */
  isHeld: boolean;
  onDiscard: () => void;
};

/** The buttons of a form of settings. Whoever leaves the page with unsaved changes is asked first. */
export function SettingsButtons({ save, isDirty, isSaving, isHeld, onDiscard }: Props) {
  const blocker = useLeaveGuard(isDirty);
  return (
    <>
      {!isHeld && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={onDiscard} disabled={!isDirty || isSaving}>
            Discard Changes
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {save}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={blocker.state === 'blocked'}
        title="Discard unsaved changes?"
        hint="What you have entered here has not been saved yet."
        confirm="Discard changes"
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      />
    </>
  );
}
