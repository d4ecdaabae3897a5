import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { DialogFrame } from './DialogFrame.tsx';
import classes from './ImageViewer.module.css';

type Picture = { src: string; name: string; caption: ReactNode };

type Props = {
  pictures: readonly Picture[];
  /** The index of the picture that is shown; null when the viewer is closed. */
  index: number | null;
  onIndex: (index: number) => void;
  onClose: () => void;
};

/** Shows pictures in full size, one at a time (spec §2: max height 85vh). Arrow keys step, Escape closes. */
export function ImageViewer({ pictures, index, onIndex, onClose }: Props) {
  const last = useRef(0);
  if (index !== null) last.current = index;
  const at = Math.min(last.current, pictures.length - 1);
  const picture = pictures[at];
  const step = (by: number) => onIndex((at + by + pictures.length) % pictures.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') step(-1);
    if (event.key === 'ArrowRight') step(1);
  };
  return (
    <DialogFrame
      opened={index !== null}
      onClose={onClose}
      title={picture?.name ?? 'Image'}
      subtitle={picture?.caption}
      width={1200}
      fit
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys act wherever the focus is inside the viewer */}
      <div className={classes.stage} onKeyDown={onKeyDown}>
        {picture && <img className={classes.image} src={picture.src} alt={picture.name} />}
        {pictures.length > 1 && (
          <div className={classes.steps}>
            <ActionIcon variant="default" size={44} radius="xl" aria-label="Previous image" onClick={() => step(-1)}>
              <IconChevronLeft size={20} />
            </ActionIcon>
            <span aria-live="polite">
              {at + 1} of {pictures.length}
            </span>
            <ActionIcon
              variant="default"
              size={44}
              radius="xl"
              aria-label="Next image"
              onClick={() => step(1)}
              data-autofocus
            >
              <IconChevronRight size={20} />
            </ActionIcon>
          </div>
        )}
      </div>
    </DialogFrame>
  );
}
