import { IconFileText, IconUpload, IconX } from '@tabler/icons-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
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

/** A file let go beside the zone would open in place of the page, and what was typed would be lost. */
function useNoStrayDrop(zone: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.target === zone.current && !zone.current?.disabled) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, [zone]);
}

/** Up to three attachments: dropped, chosen or photographed; each rule of spec §5 is checked as they are added. */
export function RequestFiles({ files, onChange, error, disabled }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  useNoStrayDrop(input);

  const add = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.currentTarget.files ?? [])];
    // The same file may be chosen again after it was removed.
    event.currentTarget.value = '';
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
    input.current?.focus();
  };

  return (
    <fieldset className={classes.field} aria-describedby={`${id}-hint ${id}-error`}>
      <legend>
        Photos or documents <span className={classes.optional}>(optional)</span>
      </legend>
      <div className={classes.zone} data-active={isOver || undefined}>
        {/* It covers the zone, and a browser's own file input takes what is dropped on it. */}
        <input
          ref={input}
          id={id}
          className={classes.input}
          type="file"
          multiple
          disabled={disabled}
          onChange={add}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
        />
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
