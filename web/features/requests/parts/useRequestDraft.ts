import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { serviceBySlug } from '#web/lib/services.ts';
import { newUuid } from '#web/lib/uuid.ts';
import { readTyped } from '#web/ui/typed.ts';
import {
  type Draft,
  dropDraft,
  emptyRequest,
  isBlank,
  keptFields,
  newDraft,
  onDraftDropped,
  type RequestValues,
  readDraft,
  writeDraft,
} from './requestDraft.ts';
import { readDraftFiles, writeDraftFiles } from './requestDraftFiles.ts';

export const REQUEST_FORM = 'request-form';

/** What the form starts from: typed before the script arrived, then the link's service, then the draft of this device. */
function begin(service: string | undefined) {
  const stored = readDraft();
  const draft = stored === 'stale' || stored === null ? newDraft() : stored;
  const { priority, ...typed } = readTyped(REQUEST_FORM, keptFields);
  const values: RequestValues = {
    ...draft.values,
    ...(service && { service_type: service }),
    ...typed,
    // One of them is always chosen: only another one than at the start was chosen by somebody.
    ...(priority && priority !== emptyRequest.priority && { priority }),
  };
  return {
    draft: { ...draft, values },
    isKept: !isBlank(draft),
    isStale: stored === 'stale',
    hasTyped: Object.keys(typed).length > 0,
  };
}

/** The most that can be chosen; said here again so that the page does not wait for the contract's checks. */
const FILES = 3;

/** A request's draft on this device: read once, kept with every change, forgotten when it was sent. */
export function useRequestDraft() {
  const service = serviceBySlug(useSearchParams()[0].get('service'))?.name;
  const [start] = useState(() => begin(service));
  const [files, setFiles] = useState<readonly File[]>([]);
  const [areFilesLost, setFilesLost] = useState(false);
  const draft = useRef<Draft>(start.draft);
  const restored = useRef<Promise<void>>(Promise.resolve());

  useEffect(() => {
    let isGone = false;
    if (start.isStale) {
      dropDraft();
      void writeDraftFiles([]);
    }
    if (start.hasTyped) writeDraft(draft.current);
    if (start.draft.files > 0) {
      restored.current = readDraftFiles().then((kept) => {
        if (isGone) return;
        setFilesLost(kept.length < start.draft.files);
        setFiles((chosen) => [...kept, ...chosen].slice(0, FILES));
      });
    }
    const stop = onDraftDropped(() => {
      draft.current = { ...draft.current, key: newUuid() };
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [start]);

  const keepFiles = (next: readonly File[]) => {
    setFiles(next);
    setFilesLost(false);
    draft.current = { ...draft.current, files: next.length };
    void writeDraftFiles(next);
  };

  return {
    /** What the fields begin with, and whether a draft was found. */
    start: { values: start.draft.values, isKept: start.isKept },
    service,
    files,
    areFilesLost,
    /** Resolves when the draft's files are in the form, as far as they could be read. */
    whenRestored: () => restored.current,
    key: () => draft.current.key,
    keep(values: RequestValues) {
      draft.current = { ...draft.current, values };
      writeDraft(draft.current);
    },
    chooseFiles(next: readonly File[]) {
      keepFiles(next);
      writeDraft(draft.current);
    },
    /** Everything as it is now, for `replace`. */
    copy: (values: RequestValues) => ({ draft: { ...draft.current, values }, files }),
    replace(next: { draft: Draft; files: readonly File[] }) {
      draft.current = next.draft;
      keepFiles(next.files);
      writeDraft(draft.current);
    },
    forget() {
      dropDraft();
      void writeDraftFiles([]);
    },
  };
}
