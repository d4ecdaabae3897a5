import { Button, CloseButton } from '@mantine/core';
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { FieldError } from '../base/FieldError.tsx';
import { PhotoThumb } from '../base/PhotoThumb.tsx';
import type { AddedFiles } from '../base/useAddedFiles.ts';
import classes from './PhotoPicker.module.css';

type Props = {
  label: string;
  hint: string;
  files: readonly File[];
  adding: AddedFiles;
  max: number;
  disabled?: boolean;
};

const ACCEPT = 'image/jpeg,image/png,image/gif,image/webp';

/** Photos to send: from the camera or the gallery, several at once. Each can be removed before it is sent. */
export function PhotoPicker({ label, hint, files, adding, max, disabled = false }: Props) {
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
  const isFull = disabled || adding.isPreparing || files.length >= max;

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
              <CloseButton
                className={classes.remove}
                size={32}
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
        <Button
          variant="default"
          leftSection={<IconPhotoPlus size={18} />}
          disabled={isFull}
          onClick={() => gallery.current?.click()}
        >
          Add Photos
        </Button>
        <Button
          className={classes.camera}
          variant="default"
          leftSection={<IconCamera size={18} />}
          disabled={isFull}
          onClick={() => camera.current?.click()}
        >
          Take Photo
        </Button>
        <input ref={gallery} {...input} multiple aria-label={label} />
        <input ref={camera} {...input} capture="environment" aria-label="Take Photo" />
      </div>
      <p className={classes.preparing} role="status">
        {adding.isPreparing && 'Preparing photos'}
      </p>
      <FieldError id={`${id}-error`}>{adding.problem}</FieldError>
    </fieldset>
  );
}
