import { Button, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useUnsaved } from '#web/lib/forms/unsaved.ts';
import { copyText } from '#web/ui/base/behaviour/copy-text.ts';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import { useToasts } from '#web/ui/mantine/content/Toasts.tsx';
import { useDialog } from '#web/ui/mantine/dialog/Dialog.tsx';
import { DialogFoot } from '#web/ui/mantine/dialog/DialogFoot.tsx';
import classes from './KeyDialog.module.css';

const QUESTION = {
  title: 'Close without copying the key?',
  hint: 'It cannot be shown again. Without a copy you have to end this key and make another.',
  confirm: 'Close without a copy',
  cancel: 'Back to the key',
};

type Props = { name: string; secret: string };

/** A new key's secret. To close before it is copied asks first, because nobody can read it again. */
export function KeySecret({ name, secret }: Props) {
  const { close } = useDialog();
  const { show } = useToasts();
  const [isCopied, setCopied] = useState(false);
  const copyButton = useRef<HTMLButtonElement>(null);
  // The pressed button of the form is gone.
  useEffect(() => copyButton.current?.focus(), []);
  useUnsaved(!isCopied, undefined, QUESTION);
  const copy = async () => {
    const succeeded = await copyText(secret);
    if (succeeded) setCopied(true);
    show(succeeded ? { text: 'Copied' } : { text: 'Could not copy. Select the key and copy it.', tone: 'danger' });
  };
  return (
    <div className={classes.form}>
      <div className={classes.body}>
        <Notice tone="success">The key "{name}" works now.</Notice>
        <TextInput
          label="API Key"
          description="It is shown only this once. Store it where the program reads its secrets."
          readOnly
          value={secret}
          classNames={{ input: classes.secret ?? '' }}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onCopy={() => setCopied(true)}
        />
        <Button
          className={classes.copy}
          variant={isCopied ? 'default' : 'filled'}
          leftSection={<IconCopy size={16} />}
          ref={copyButton}
          onClick={copy}
        >
          {isCopied ? 'Copy Again' : 'Copy'}
        </Button>
        <p className={classes.hint}>
          The program sends it with each call as <code>Authorization: Bearer</code> and the key.{' '}
          <a href="/api/docs" target="_blank" rel="noreferrer">
            The API
          </a>{' '}
          says which calls it may make.
        </p>
      </div>
      <DialogFoot>
        <Button variant={isCopied ? 'filled' : 'default'} onClick={close}>
          Done
        </Button>
      </DialogFoot>
    </div>
  );
}
