import { Button } from '@mantine/core';
import { IconClipboardPlus, IconCopy, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { contactLabels, contactStatuses } from '#contract/words/contact.ts';
import { textLimits } from '#contract/words/limits.ts';
import { paths } from '#contract/words/paths.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { copyText } from '#web/ui/base/behaviour/copy-text.ts';
import { Facts } from '#web/ui/base/content/Facts.tsx';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { ConfirmDialog } from '#web/ui/mantine/dialog/ConfirmDialog.tsx';
import { useDialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { DialogFoot } from '#web/ui/mantine/dialog/DialogFoot.tsx';
import { EditConflict } from '#web/ui/mantine/form/EditConflict.tsx';
import { FormOutcome } from '#web/ui/mantine/form/FormOutcome.tsx';
import { LimitedTextarea } from '#web/ui/mantine/form/LimitedText.tsx';
import { SaveButton } from '#web/ui/mantine/form/SaveButton.tsx';
import { useDeleteContact } from '../contact.api.ts';
import type { ContactMessage } from '../contact.view.ts';
import classes from './ContactDialog.module.css';
import { ContactNotes, ContactOrigin, ContactRecord } from './ContactRecord.tsx';
import { useContactEdit } from './useContactEdit.ts';
import { useResolve } from './useResolve.ts';

export type ContactWays = {
  /** Opens the next unresolved message of the list; null when this is the only one that is left. */
  next: (() => void) | null;
  onResolve: (message: ContactMessage) => void;
  /** Receives the success message. */
  onDeleted: (text: string) => void;
};
type Props = ContactWays & { message: ContactMessage; isDeleted: boolean };

/** A message with what the office may change: the status, the notes, and deleting it (spec §2). */
export function ContactEdit({ message, isDeleted, next, onResolve, onDeleted }: Props) {
  const { finish } = useDialog();
  const edit = useContactEdit(message, isDeleted);
  const form = useRef<HTMLFormElement>(null);
  const remove = useDeleteContact(message.id);
  const [asking, setAsking] = useState(false);
  const isBusy = edit.isBusy || remove.isPending;
  const isHeld = isBusy || edit.conflict !== null;
  const goOn = useResolve({ message, edit, next, onResolve, isOn: !isHeld && !isDeleted, form });
  const deleteMessage = async () => {
    try {
      onDeleted((await remove.mutateAsync()).message);
      finish();
    } catch (error) {
      edit.failed(error, 'Failed to delete contact');
    }
    setAsking(false);
  };
  return (
    <form ref={form} className={classes.form} onSubmit={edit.saveNotes} noValidate aria-label="Contact message">
      <div className={classes.body}>
        <ContactRecord message={message} isDeleted={isDeleted} />
        {!isDeleted && (
          <Button
            component="a"
            className={classes.copy}
            variant="default"
            leftSection={<IconClipboardPlus size={16} />}
            href={paths.requestFrom(message.id)}
            target="_blank"
            rel="noopener"
          >
            Make a request from this
          </Button>
        )}
        {!isDeleted && (
          <fieldset className={classes.statuses} disabled={isHeld}>
            <legend>Status</legend>
            {contactStatuses.map((status) => (
              <Button
                key={status}
                variant={message.status === status ? 'filled' : 'default'}
                aria-pressed={message.status === status}
                loading={edit.sendingStatus === status}
                onClick={() => message.status !== status && edit.setStatus(status)}
              >
                {contactLabels[status]}
              </Button>
            ))}
          </fieldset>
        )}
        <div className={classes.onScreen}>
          <LimitedTextarea
            label="Admin notes"
            placeholder="Who called back, and what was agreed"
            autosize
            minRows={3}
            maxRows={10}
            limit={textLimits.contactNotes}
            readOnly={isDeleted}
            disabled={edit.isSavingNotes}
            {...formField(edit.form, 'notes')}
          />
        </div>
        {edit.notes && (
          <div className={classes.notesOnPaper}>
            <ContactNotes notes={edit.notes} />
          </div>
        )}
        {isDeleted && edit.notes && <CopyNotes notes={edit.notes} />}
        <FormOutcome
          isBack={edit.isBack}
          conflict={edit.conflict && <EditConflict what="this message" {...edit.conflict} />}
          failure={isDeleted ? null : edit.failure}
          saved={edit.success}
        />
        <ContactOrigin message={message} />
      </div>
      {!isDeleted && (
        <DialogFoot>
          <Button
            className={classes.delete}
            variant="default"
            leftSection={<IconTrash size={16} />}
            disabled={isBusy}
            onClick={() => setAsking(true)}
          >
            Delete Contact
          </Button>
          <SaveButton
            conflict={edit.conflict}
            variant="default"
            loading={edit.isSavingNotes}
            disabled={isBusy || !edit.isDirty}
          >
            Save Notes
          </SaveButton>
          {!edit.conflict && goOn.label && (
            <Button aria-keyshortcuts="r" disabled={isBusy} onClick={goOn.press}>
              {goOn.label}
            </Button>
          )}
        </DialogFoot>
      )}
      <ConfirmDialog
        opened={asking}
        title="Delete this contact message?"
        hint="This action cannot be undone!"
        confirm="Delete Contact"
        cancel="Cancel"
        busy={remove.isPending}
        onConfirm={deleteMessage}
        onCancel={() => setAsking(false)}
      >
        <Facts
          items={[
            ['Name', message.name],
            ['Email', message.email],
          ]}
        />
      </ConfirmDialog>
    </form>
  );
}

/** Puts notes that cannot be saved any more on the clipboard. */
function CopyNotes({ notes }: { notes: string }) {
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <>
      <Button
        className={classes.copy}
        variant="default"
        leftSection={<IconCopy size={16} />}
        onClick={() => void copyText(notes).then(setCopied)}
      >
        Copy notes
      </Button>
      {copied !== null && (
        <Notice tone={copied ? 'success' : 'warning'}>
          {copied ? 'Notes copied' : 'This browser does not copy. Select the notes and copy them.'}
        </Notice>
      )}
    </>
  );
}
