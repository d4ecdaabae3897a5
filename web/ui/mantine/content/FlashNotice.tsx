import { CloseButton } from '@mantine/core';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import classes from './FlashNotice.module.css';
import over from './Over.module.css';

type Props = {
  tone?: 'success' | 'warning' | 'danger';
  /** Without `clear` it is not dismissed: the form closes by itself. */
  flash: { text: string | null; clear?: () => void };
};

/** An alert that disappears after a while, or when it is dismissed. */
export const FlashNotice = ({ tone = 'success', flash }: Props) =>
  flash.text && (
    <Notice tone={tone} action={flash.clear && <CloseButton aria-label="Dismiss" c="inherit" onClick={flash.clear} />}>
      {flash.text}
    </Notice>
  );

/** The alert of a page with a list. It stands over the head of the page, or the foot on a phone, so that no row moves when it comes and goes. */
export const PageFlash = (props: Props) =>
  props.flash.text && (
    <div className={`${over.place} ${classes.flash}`}>
      <FlashNotice {...props} />
    </div>
  );
