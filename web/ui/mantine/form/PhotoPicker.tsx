import { Button, CloseButton } from '@mantine/core';
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { PhotoThumb } from '#web/ui/base/content/PhotoThumb.tsx';
import { FieldError } from '#web/ui/base/form/FieldError.tsx';
import type { AddedFiles } from '#web/ui/base/form/useAddedFiles.ts';
import classes from './PhotoPicker.module.css';

type Props = {
  label: string;
  hint: string;
  files: readonly File[];
  adding: AddedFiles;
  /** How many of the chosen photos are ready; null when there are none to prepare. */
  preparing: { ready: number; of: number } | null;
  /** How much of all photos is sent, 0 to 1; null while nothing is sent. */
  sent: number | null;
  max: number;
  disabled?: boolean;
};

const ACCEPT = 'image/jpeg,image/png,image/gif,image/webp';

/** How much of each photo is sent, when they are sent one after the other. */
function shareOfEach(files: readonly File[], sent: number): number[] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  return files.map(({ size }) => {
    const share = Math.min(1, Math.max(0, (sent * total - before) / Math.max(size, 1)));
    before += size;
    return share;
  });
}

/** Photos to send: from the camera or the gallery, several at once. Each can be removed before it is sent. */
export function PhotoPicker({ label, hint, files, adding, preparing, sent, max, disabled = false }: Props) {
  const id = useId();
  const gallery = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const remove = (index: number) => {
    adding.remove(index);
    gallery.current?.parentElement?.querySelector('button')?.focus();
  };
  const input = {
    type: 'file',
    accept: ACCEPT,
    hidden: true,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => void adding.add(event.currentTarget),
  } as const;
  const shares = sent === null ? null : shareOfEach(files, sent);
  const isFull = adding.isPreparing || files.length >= max;
  // Not `disabled` while it is full, because a disabled button loses the focus.
  const look = {
    variant: 'default',
    disabled,
    'aria-disabled': isFull,
    'data-disabled': isFull,
  } as const;
  const open = (picker: typeof gallery) => {
    if (!isFull) picker.current?.click();
  };

  return (
    <fieldset className={classes.picker} aria-describedby={`${id}-hint ${id}-error`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className={classes.hint}>
        {hint}
      </p>
      {files.length > 0 && (
        <ul className={classes.list} aria-label="Photos to send">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same photo may be added twice
            <li key={`${file.name}-${file.size}-${index}`} className={classes.photo}>
              <PhotoThumb file={file} />
              <span className={classes.name}>{file.name}</span>
              {shares && (
                <progress className={classes.sent} value={shares[index] ?? 0} aria-label={`${file.name} sent`} />
              )}
              <CloseButton
                className={classes.remove}
                size={44}
                radius="xl"
                aria-label={`Remove ${file.name}`}
                disabled={disabled}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.buttons}>
        <Button {...look} leftSection={<IconPhotoPlus size={18} />} onClick={() => open(gallery)}>
          Add Photos
        </Button>
        <Button
          className={classes.camera}
          {...look}
          leftSection={<IconCamera size={18} />}
          onClick={() => open(camera)}
        >
          Take Photo
        </Button>
        <input ref={gallery} {...input} multiple aria-label={label} />
        <input ref={camera} {...input} capture="environment" aria-label="Take Photo" />
      </div>
      <p className={classes.preparing} role="status">
        {adding.isPreparing &&
          (preparing ? `Preparing photos, ${preparing.ready} of ${preparing.of} ready` : 'Preparing photos')}
      </p>
      <FieldError id={`${id}-error`}>{adding.problem}</FieldError>
      {adding.advice && (
        <p className={classes.hint} role="status">
          {adding.advice}
        </p>
      )}
    </fieldset>
  );
}
