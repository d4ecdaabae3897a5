import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EntriesBack } from '#web/ui/base/EntriesBack.tsx';
import { Notice } from '#web/ui/base/Notice.tsx';
import { DialogFoot } from '#web/ui/mantine/DialogFoot.tsx';
import { RequestConflict } from '../record/RequestConflict.tsx';
import classes from './TabForm.module.css';
import type { TabState } from './useTabForm.ts';

type Props = {
  label: string;
  /** The text of the button that sends the form. */
  action: string;
  tab: TabState;
  /** What the user has entered, for the comparison with a change that somebody else made. */
  mine: Readonly<Record<string, string | undefined>>;
  children: ReactNode;
};

/** The frame of a tab that changes a request: its fields, how the last try ended, and the button. */
export function TabForm({ label, action, tab, mine, children }: Props) {
  return (
    <form className={classes.form} onSubmit={tab.submit} noValidate aria-label={label}>
      <div className={classes.fields}>
        {children}
        <EntriesBack shown={tab.isBack} />
        {tab.conflict ? (
          <RequestConflict {...tab.conflict} mine={mine} />
        ) : (
          tab.failure && <Notice tone="danger">{tab.failure}</Notice>
        )}
        {tab.success && <Notice tone="success">{tab.success}</Notice>}
      </div>
      <DialogFoot>
        <Button type="submit" loading={tab.isSending} disabled={tab.isBusy || tab.conflict !== null}>
          {action}
        </Button>
      </DialogFoot>
    </form>
  );
}
