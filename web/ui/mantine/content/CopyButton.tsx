import { IconCopy } from '@tabler/icons-react';
import { copyText } from '#web/ui/base/behaviour/copy-text.ts';
import { Found } from '#web/ui/base/content/Found.tsx';
import classes from './CopyButton.module.css';
import { useToasts } from './Toasts.tsx';

/** A short text that a press copies, such as a tracking ID. A message says that it is copied. */
export function CopyButton({ text }: { text: string }) {
  const { show } = useToasts();
  const copy = async () =>
    show((await copyText(text)) ? { text: 'Copied' } : { text: `Could not copy ${text}`, tone: 'danger' });
  return (
    <button type="button" className={classes.copy} title="Copy" aria-label={`Copy ${text}`} onClick={copy}>
      <Found>{text}</Found>
      <IconCopy size={14} className={classes.icon} aria-hidden />
    </button>
  );
}
