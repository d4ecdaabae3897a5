import { IconFileText, IconPhoto, IconUpload, IconX } from '@tabler/icons-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { FieldError } from '#web/ui/FieldError.tsx';
import { PhotoThumb } from '#web/ui/PhotoThumb.tsx';
import classes from './RequestFiles.module.css';
import { FILES_MAX } from './useRequestDraft.ts';

type Props = {
  files: readonly File[];
  onChange: (files: File[]) => void;
  error?: string | undefined;
  disabled: boolean;
};

const places = Array.from({ length: FILES_MAX }, (_, place) => `free-${place}`);

const size = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** A file let go beside the zone would open in place of the page. */
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

/** Which of the chosen files may go, and what the rules of spec §5 say about the others. */
async function check(
  chosen: readonly File[],
  room: number,
): Promise<{ good: readonly File[]; problem: string | null }> {
  const { fileProblem, fileTexts } = await import('#contract/files.ts');
  const good = chosen.filter((file) => fileProblem(file, 'documents') === null);
  const refused = chosen.find((file) => fileProblem(file, 'documents') !== null);
  if (refused) return { good, problem: `${refused.name}: ${fileProblem(refused, 'documents')}` };
  return { good, problem: good.length > room ? fileTexts.tooMany : null };
}

/** One place of the three: they are all there from the start, so that nothing moves when they fill. */
function Chosen({ file, disabled, onRemove }: { file: File; disabled: boolean; onRemove: () => void }) {
  return (
    <li className={classes.file} title={file.name}>
      <span className={classes.thumb}>
        {file.type.startsWith('image/') ? (
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
        onClick={onRemove}
      >
        <IconX size={16} stroke={2.5} aria-hidden />
      </button>
    </li>
  );
}

/** Up to three attachments: dropped, chosen or photographed; each rule of spec §5 is checked as they are added. */
export function RequestFiles({ files, onChange, error, disabled }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  useNoStrayDrop(input);

  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.currentTarget.files ?? [])];
    // The same file may be chosen again after it was removed.
    event.currentTarget.value = '';
    const room = FILES_MAX - files.length;
    // Checks that do not come are made by the server.
    const checked = await check(chosen, room).catch(() => ({ good: chosen, problem: null }));
    setProblem(checked.problem);
    onChange([...files, ...checked.good.slice(0, room)]);
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
      <ul className={classes.list} aria-label="Chosen files">
        {files.map((file, index) => (
          <Chosen
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice.
            key={`${file.name}-${index}`}
            file={file}
            disabled={disabled}
            onRemove={() => remove(index)}
          />
        ))}
        {places.slice(files.length).map((place) => (
          <li key={place} className={classes.free} aria-hidden="true">
            <IconPhoto size={24} stroke={1.4} />
          </li>
        ))}
      </ul>
      <FieldError id={`${id}-error`}>{problem ?? error}</FieldError>
    </fieldset>
  );
}
