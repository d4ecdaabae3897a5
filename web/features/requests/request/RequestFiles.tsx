import { IconFileText, IconPhoto, IconUpload, IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { ATTACHMENTS_MAX, FILE_BYTES_LIMIT, FILE_SIZE_LIMIT, fileProblem, fileTexts } from '#contract/words/files.ts';
import { FieldError } from '#web/ui/base/FieldError.tsx';
import { PhotoThumb } from '#web/ui/base/PhotoThumb.tsx';
import classes from './RequestFiles.module.css';

type Props = {
  files: readonly File[];
  /** The same as they are at this moment, rendered or not. */
  current: () => readonly File[];
  onChange: (files: File[]) => void;
  /** While chosen files are made ready: what is sent must wait for them. Never rejects. */
  onAdding: (work: Promise<void>) => void;
  error?: string | undefined;
  disabled: boolean;
};

const places = Array.from({ length: ATTACHMENTS_MAX }, (_, place) => `free-${place}`);

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

/**
 * Which of the chosen files may go, photos made small enough on the device first, and what the rules of spec §5 say about
 * the others.
 */
async function check(chosen: readonly File[], room: number): Promise<{ good: File[]; problem: string | null }> {
  try {
    const { pick } = await import('#web/ui/base/check-files.ts');
    const problemOf = (file: File) => fileProblem(file, 'documents');
    return await pick(chosen, { room, limit: FILE_BYTES_LIMIT, problemOf, tooMany: fileTexts.tooMany });
  } catch {
    // Checks that do not come are made by the server.
    return { good: chosen.slice(0, room), problem: null };
  }
}

type Adding = Pick<Props, 'current' | 'onChange' | 'onAdding'> & { setProblem: (problem: string | null) => void };

/** Takes files out of the input, one choice after the other: making a photo smaller takes its time. */
function useAdding(props: Adding) {
  const latest = useRef(props);
  latest.current = props;
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [waiting, setWaiting] = useState(0);
  const add = useCallback((input: HTMLInputElement) => {
    const chosen = [...(input.files ?? [])];
    // The same file may be chosen again after it was removed.
    input.value = '';
    setWaiting((count) => count + 1);
    queue.current = queue.current.then(async () => {
      const { current, onChange, setProblem } = latest.current;
      const { good, problem } = await check(chosen, ATTACHMENTS_MAX - current().length);
      setProblem(problem);
      onChange([...current(), ...good].slice(0, ATTACHMENTS_MAX));
      setWaiting((count) => count - 1);
    });
    latest.current.onAdding(queue.current);
  }, []);
  return { add, isAdding: waiting > 0 };
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
export function RequestFiles({ files, current, onChange, onAdding, error, disabled }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const { add, isAdding } = useAdding({ current, onChange, onAdding, setProblem });
  useNoStrayDrop(input);

  // Chosen before the script was here to see it.
  useEffect(() => {
    if (input.current?.files?.length) add(input.current);
  }, [add]);
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
          onChange={(event) => add(event.currentTarget)}
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
          Up to {ATTACHMENTS_MAX} files, each less than {FILE_SIZE_LIMIT}: JPG, PNG, GIF, WebP, PDF, DOCX, DOC, CSV or
          XLS.
        </p>
      </div>
      <ul className={classes.list} aria-label="Chosen files" aria-busy={isAdding}>
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
          <li key={place} className={classes.free} aria-hidden="true" data-adding={isAdding || undefined}>
            <IconPhoto size={24} stroke={1.4} />
          </li>
        ))}
      </ul>
      <FieldError id={`${id}-error`}>{problem ?? error}</FieldError>
    </fieldset>
  );
}
