import { IconFileText, IconUpload, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { ATTACHMENTS_MAX, fileProblem, fileTexts, hasImageName } from '#contract/files.ts';
import { FieldError } from '#web/ui/FieldError.tsx';
import { PhotoThumb } from '#web/ui/PhotoThumb.tsx';
import classes from './RequestFiles.module.css';

type Props = {
  files: readonly File[];
  onChange: (files: File[]) => void;
  error?: string | undefined;
  disabled: boolean;
};

const size = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Up to three attachments: dropped, chosen or photographed; each rule of spec §5 is checked as they are added. */
export function RequestFiles({ files, onChange, error, disabled }: Props) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);

  const add = (chosen: readonly File[]) => {
    const good = chosen.filter((file) => fileProblem(file, 'documents') === null);
    const refused = chosen.find((file) => fileProblem(file, 'documents') !== null);
    const room = ATTACHMENTS_MAX - files.length;
    if (refused) setProblem(`${refused.name}: ${fileProblem(refused, 'documents')}`);
    else setProblem(good.length > room ? fileTexts.tooMany : null);
    onChange([...files, ...good.slice(0, room)]);
  };
  const remove = (index: number) => {
    setProblem(null);
    onChange(files.filter((_, at) => at !== index));
    inputRef.current?.focus();
  };
  const { getRootProps, getInputProps, isDragActive, inputRef } = useDropzone({
    onDrop: (accepted, rejected) => add([...accepted, ...rejected.map(({ file }) => file)]),
    noClick: true,
    noKeyboard: true,
    disabled,
  });
  const { style: _, tabIndex: __, ...input } = getInputProps();

  return (
    <fieldset className={classes.field} aria-describedby={`${id}-hint ${id}-error`}>
      <legend>
        Photos or documents <span className={classes.optional}>(optional)</span>
      </legend>
      <div {...getRootProps()} className={classes.zone} data-active={isDragActive || undefined}>
        <input {...input} id={id} className={classes.input} />
        <label htmlFor={id} className={classes.choose}>
          <IconUpload size={22} aria-hidden />
          <span>
            <strong>Choose files</strong>
            <span className={classes.drop}> or drop them here</span>
          </span>
        </label>
        <p id={`${id}-hint`} className={classes.hint}>
          Up to 3 files, each less than 5MB: JPG, PNG, GIF, WebP, PDF, DOCX, DOC, CSV or XLS.
        </p>
      </div>
      {files.length > 0 && (
        <ul className={classes.list} aria-label="Chosen files">
          {files.map((file, index) => (
            <li key={`${file.name}-${file.size}-${file.lastModified}`} className={classes.file}>
              <span className={classes.thumb}>
                {hasImageName(file.name) ? (
                  <PhotoThumb file={file} />
                ) : (
                  <IconFileText size={28} stroke={1.4} aria-hidden />
                )}
              </span>
              <span className={classes.name}>{file.name}</span>
              <span className={classes.size}>{size(file.size)}</span>
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove ${file.name}`}
                disabled={disabled}
                onClick={() => remove(index)}
              >
                <IconX size={18} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <FieldError id={`${id}-error`}>{problem ?? error}</FieldError>
    </fieldset>
  );
}
