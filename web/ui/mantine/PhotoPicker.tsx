import { Button, CloseButton } from '@mantine/core';
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { pick } from '../base/check-files.ts';
import { FieldError } from '../base/FieldError.tsx';
import { PhotoThumb } from '../base/PhotoThumb.tsx';
import classes from './PhotoPicker.module.css';

type Props = {
  label: string;
  hint: string;
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** The reason why a file may not go along, or null. */
  problemOf: (file: File) => string | null;
  max: number;
  /** Bytes from which on a photo is made smaller before it is judged. */
  limit: number;
  tooMany: string;
  disabled?: boolean;
};

const keyOf = (file: File) => `${file.name}-${file.size}-${file.lastModified}`;
const ACCEPT = 'image/jpeg,image/png,image/gif,image/webp';

/** Pictures to send: from the camera or the gallery, several at once, each removable before it goes. */
export function PhotoPicker({ label, hint, files, onChange, problemOf, max, limit, tooMany, disabled = false }: Props) {
  const id = useId();
  const gallery = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.currentTarget.files ?? [])];
    // The same file may be chosen again after it was removed.
    event.currentTarget.value = '';
    const fresh = chosen.filter((file) => !files.some((known) => keyOf(known) === keyOf(file)));
    const picked = await pick(fresh, { room: max - files.length, limit, problemOf, tooMany });
    setProblem(picked.problem);
    onChange([...files, ...picked.good]);
  };
  const remove = (index: number) => {
    setProblem(null);
    onChange(files.filter((_, at) => at !== index));
    gallery.current?.parentElement?.querySelector('button')?.focus();
  };
  const hidden = { type: 'file', accept: ACCEPT, hidden: true, onChange: add } as const;
  const full = disabled || files.length >= max;

  return (
    <fieldset className={classes.picker} aria-describedby={`${id}-hint ${id}-error`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className={classes.hint}>
        {hint}
      </p>
      {files.length > 0 && (
        <ul className={classes.list} aria-label="Photos to send">
          {files.map((file, index) => (
            <li key={keyOf(file)} className={classes.photo}>
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
          disabled={full}
          onClick={() => gallery.current?.click()}
        >
          Add Photos
        </Button>
        <Button
          className={classes.camera}
          variant="default"
          leftSection={<IconCamera size={18} />}
          disabled={full}
          onClick={() => camera.current?.click()}
        >
          Take Photo
        </Button>
        <input ref={gallery} {...hidden} multiple aria-label={label} />
        <input ref={camera} {...hidden} capture="environment" aria-label="Take Photo" />
      </div>
      <FieldError id={`${id}-error`}>{problem}</FieldError>
    </fieldset>
  );
}
