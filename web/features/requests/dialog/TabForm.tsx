import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFoot } from '#web/ui/mantine/dialog/DialogFoot.tsx';
import { FormOutcome } from '#web/ui/mantine/form/FormOutcome.tsx';
import { RequestConflict } from '../record/RequestConflict.tsx';
import classes from './TabForm.module.css';
import type { TabState } from './useTabForm.ts';

type Props = {
  label: string;
  /** The text of the button that sends the form. */
  action: string;
  tab: TabState;
  children: ReactNode;
};

/** The frame of a tab that changes a request: its fields, how the last try ended, and the button. */
export function TabForm({ label, action, tab, children }: Props) {
  return (
    <form className={classes.form} onSubmit={tab.submit} noValidate aria-label={label}>
      <div className={classes.fields}>
        {children}
        <FormOutcome
          isBack={tab.isBack}
          conflict={tab.conflict && <RequestConflict now={tab.now} {...tab.conflict} />}
          failure={tab.failure}
          saved={tab.done}
        />
      </div>
      {/* A conflict is decided first, and has buttons of its own. */}
      {!tab.conflict && (
        <DialogFoot>
          <Button type="submit" loading={tab.isSending} disabled={tab.isBusy}>
            {action}
          </Button>
        </DialogFoot>
      )}
    </form>
  );
}
