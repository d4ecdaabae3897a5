import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useSyncExternalStore } from 'react';
import { PrintHead } from '#web/ui/base/page/PrintHead.tsx';
import { below } from '#web/ui/base/style/breakpoints.ts';
import { useMedia } from '#web/ui/mantine/useMedia.ts';
import classes from './DialogFrame.module.css';

/** The open dialogs in the order in which they opened. Escape closes only the topmost. */
let stack: readonly { id: string; aboveAll: boolean }[] = [];
const watchers = new Set<() => void>();
function setStack(next: typeof stack): void {
  stack = next;
  for (const tell of watchers) tell();
}
function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => void watchers.delete(tell);
}

/** Above the dialogs of the page, and below the messages at the lower edge. */
const ABOVE_ALL = 250;

/** Whether another dialog is open above this one. */
function useIsCovered(opened: boolean, aboveAll: boolean): boolean {
  const id = useId();
  // A layout effect, so that the dialog below hears Escape as soon as the one above is gone.
  useLayoutEffect(() => {
    if (!opened) return;
    setStack([...stack, { id, aboveAll }]);
    return () => setStack(stack.filter((one) => one.id !== id));
  }, [id, opened, aboveAll]);
  const top = useSyncExternalStore(watch, () => (stack.findLast((one) => one.aboveAll) ?? stack.at(-1))?.id);
  return top !== undefined && top !== id;
}

type Props = {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Shown in small letters under the title. */
  subtitle?: ReactNode;
  /** Buttons beside the Close button. */
  actions?: ReactNode;
  /** Largest width in pixels. */
  width?: number;
  /** Whether the dialog fills a phone's screen, upright or turned. False for short questions. */
  fullOnPhone?: boolean;
  /** Keeps one height and scrolls the content inside, so that nothing moves when the content changes. */
  steady?: boolean;
  /** Stands at the upper edge, so that its head stays when the height of the content changes. */
  atTop?: boolean;
  /** Shrinks the content to fit the dialog, so that nothing scrolls. */
  fit?: boolean;
  /** Whether it stands above dialogs of the page, also above those that open later. */
  aboveAll?: boolean;
  /** What gets the focus once it is closed; null for what had it before. */
  returnTo?: () => HTMLElement | null;
  children: ReactNode;
};

/**
 * A modal dialog. Its title names it. Escape, the Close button and a press outside close it, and the focus returns to
 * where it was. Keep it mounted and switch `opened`: the focus returns only while it is mounted.
 */
export function DialogFrame({ opened, onClose, title, subtitle, actions, width = 560, ...rest }: Props) {
  const { fullOnPhone = true, steady = false, atTop = false, fit = false, aboveAll = false, returnTo, children } = rest;
  const isPhone = useMedia(`${below('tablet')}, (max-height: 30em)`);
  const covered = useIsCovered(opened, aboveAll);
  const full = fullOnPhone && isPhone;
  const find = useEffectEvent(() => returnTo?.());
  useEffect(() => {
    if (!opened) return;
    // Mantine waits 10 ms, and leaves a focus that has moved by then where it is.
    return () => void setTimeout(() => find()?.focus());
  }, [opened]);
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={width}
      fullScreen={full}
      centered={!full && !atTop}
      closeOnEscape={!covered}
      {...(aboveAll && { zIndex: ABOVE_ALL })}
      classNames={{ root: classes.root ?? '', inner: classes.inner ?? '' }}
      transitionProps={{ transition: full ? 'fade-up' : 'pop', duration: 140 }}
    >
      <Modal.Overlay className={classes.overlay ?? ''} />
      <Modal.Content
        classNames={{ content: classes.content ?? '' }}
        radius={full ? 0 : 'lg'}
        data-steady={steady || undefined}
        data-fit={fit || undefined}
        data-full={full || undefined}
        data-actions={Boolean(actions) || undefined}
      >
        <PrintHead />
        {/* Not Modal.Header: its <header> would be a second banner landmark. */}
        <div className={classes.head}>
          <div className={classes.titles}>
            <Modal.Title className={classes.title}>{title}</Modal.Title>
            {subtitle && (
              <div className={classes.subtitle} dir="auto">
                {subtitle}
              </div>
            )}
          </div>
          {actions}
          <Modal.CloseButton aria-label="Close" className={classes.close} iconSize={20} />
        </div>
        <Modal.Body className={classes.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
