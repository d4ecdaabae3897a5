import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import classes from './DialogFrame.module.css';

/** Tells a dialog how many dialogs are open above it, so that Escape closes only the topmost. */
const Layer = createContext<(change: 1 | -1) => void>(() => {});

function useLayer(opened: boolean) {
  const reportToBelow = useContext(Layer);
  const [above, setAbove] = useState(0);
  const countAbove = useCallback((change: 1 | -1) => setAbove((count) => count + change), []);
  useEffect(() => {
    if (!opened) return;
    reportToBelow(1);
    return () => reportToBelow(-1);
  }, [opened, reportToBelow]);
  return { covered: above > 0, countAbove };
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
  /** Shrinks the content to fit the dialog, so that nothing scrolls. */
  fit?: boolean;
  children: ReactNode;
};

/**
 * A modal dialog. Its title names it. Escape, the Close button and a press outside close it, and the focus returns to
 * where it was. Keep it mounted and switch `opened`: the focus returns only while it is mounted.
 */
export function DialogFrame({ opened, onClose, title, subtitle, actions, width = 560, ...rest }: Props) {
  const { fullOnPhone = true, steady = false, fit = false, children } = rest;
  const isPhone = useMediaQuery('(max-width: 47.99em), (max-height: 30em)', false, { getInitialValueInEffect: false });
  const { covered, countAbove } = useLayer(opened);
  const full = fullOnPhone && isPhone;
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={width}
      fullScreen={full}
      centered={!full}
      closeOnEscape={!covered}
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
      >
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
        <Modal.Body className={classes.body}>
          <Layer value={countAbove}>{children}</Layer>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
