import { IconFileText, IconPhoto, IconUpload, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { ATTACHMENTS_MAX, FILE_BYTES_LIMIT, FILES_BYTES_LIMIT, fileHints, fileTexts } from '#contract/words/files.ts';
import { copiesOf } from '#web/lib/pictures/file-copy.ts';
import { PhotoThumb } from '#web/ui/base/content/PhotoThumb.tsx';
import { FieldError } from '#web/ui/base/form/FieldError.tsx';
import { useAddedFiles } from '#web/ui/base/form/useAddedFiles.ts';
import classes from './RequestFiles.module.css';

type Props = {
  files: readonly File[];
  /** The files as they are at this moment, rendered or not. */
  current: () => readonly File[];
  onChange: (files: File[]) => void;
  /** Receives the work on chosen files: the submission must wait for it. Never rejects. */
  onPreparing: (work: Promise<void>) => void;
  error?: string | undefined;
  /** Whether the server has refused a file: the field is led to. */
  isRefused: boolean;
  disabled: boolean;
};

/** In pixels: the area of a photo that was over the size limit. */
const AREA = 3000 * 2250;

const places = Array.from({ length: ATTACHMENTS_MAX }, (_, place) => `free-${place}`);

const size = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Prevents the browser from opening a file that is dropped beside the zone. */
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

/** Applies the rules of spec §5: shrinks large photos on the device, then says which files may be sent and why others may not. */
async function check(chosen: readonly File[], added: readonly File[]) {
  try {
    const { checkFiles } = await import('#web/lib/pictures/check-files.ts');
    return await checkFiles(chosen, {
      added,
      max: ATTACHMENTS_MAX,
      maxBytes: FILES_BYTES_LIMIT,
      shrinking: { from: FILE_BYTES_LIMIT, area: AREA },
      kind: 'documents',
      tooMany: fileTexts.tooMany,
    });
  } catch {
    // Without the checks here, the server makes them.
    return copiesOf(chosen.slice(0, ATTACHMENTS_MAX - added.length));
  }
}

/** One of the three places for files. All are shown from the start, so that nothing moves when they fill. */
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

/** Takes attachments that are dropped, chosen or photographed, and checks them by the rules of spec §5. */
export function RequestFiles({ files, current, onChange, onPreparing, error, isRefused, disabled }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLFieldSetElement>(null);
  const [isOver, setOver] = useState(false);
  const adding = useAddedFiles({ current, onChange, max: ATTACHMENTS_MAX, check, onPreparing });
  const { add, isPreparing, problem, advice } = adding;
  useNoStrayDrop(input);

  // Files that were chosen before hydration.
  useEffect(() => {
    if (input.current?.files?.length) add(input.current);
  }, [add]);
  // Not while sending: a disabled input takes no focus.
  const mustLead = isRefused && !disabled;
  useEffect(() => {
    if (!mustLead) return;
    field.current?.scrollIntoView({ block: 'center' });
    input.current?.focus({ preventScroll: true });
  }, [mustLead]);
  const remove = (index: number) => {
    adding.remove(index);
    input.current?.focus();
  };

  return (
    <fieldset ref={field} className={classes.field} aria-describedby={`${id}-hint ${id}-error`}>
      <legend>
        Photos or documents <span className={classes.optional}>(optional)</span>
      </legend>
      <div className={classes.zone} data-active={isOver || undefined}>
        {/* The input covers the zone, because a file input takes files that are dropped on it. */}
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
          {fileHints.documents}
        </p>
      </div>
      <ul className={classes.list} aria-label="Chosen files" aria-busy={isPreparing}>
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
          <li key={place} className={classes.free} aria-hidden="true" data-adding={isPreparing || undefined}>
            <IconPhoto size={24} stroke={1.4} />
          </li>
        ))}
      </ul>
      <FieldError id={`${id}-error`}>{problem ?? error}</FieldError>
      {advice && (
        <p className={classes.hint} role="status">
          {advice}
        </p>
      )}
    </fieldset>
  );
}
