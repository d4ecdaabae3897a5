import { Button } from '@mantine/core';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import { ConfirmDialog } from '#web/ui/mantine/ConfirmDialog.tsx';
import classes from './SettingsButtons.module.css';

type Props = { save: string; isDirty: boolean; isSaving: boolean; onDiscard: () => void };

/** The buttons of a form of settings. Whoever leaves the page with unsaved changes is asked first. */
export function SettingsButtons({ save, isDirty, isSaving, onDiscard }: Props) {
  const blocker = useLeaveGuard(isDirty);
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={onDiscard} disabled={!isDirty || isSaving}>
        Discard Changes
      </Button>
      <Button type="submit" loading={isSaving} disabled={!isDirty}>
        {save}
      </Button>
      <ConfirmDialog
        opened={blocker.state === 'blocked'}
        title="Discard unsaved changes?"
        hint="What you have entered here has not been saved yet."
        confirm="Discard changes"
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      />
    </div>
  );
}
