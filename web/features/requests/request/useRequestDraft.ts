import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ATTACHMENTS_MAX } from '#contract/words/files.ts';
import { contentOf, keyFor } from '#web/lib/forms/idempotency.ts';
import { serviceBySlug } from '#web/lib/services.ts';
import { readTyped } from '#web/ui/base/early-input.ts';
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
} from './request-draft.ts';
import { readDraftFiles, writeDraftFiles } from './request-draft-files.ts';

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

/** A request's draft on this device: read once, kept with every change, forgotten when it was sent. */
export function useRequestDraft() {
  const service = serviceBySlug(useSearchParams()[0].get('service'))?.name;
  const [start] = useState(() => begin(service));
  const [files, setFiles] = useState<readonly File[]>([]);
  const [areFilesLost, setFilesLost] = useState(false);
  const draft = useRef<Draft>(start.draft);
  const latest = useRef(files);
  const restored = useRef<Promise<void>>(Promise.resolve());

  const show = useCallback((next: readonly File[]) => {
    latest.current = next;
    setFiles(next);
    draft.current = { ...draft.current, files: next.length };
  }, []);
  const chooseFiles = useCallback(
    (next: readonly File[]) => {
      show(next);
      setFilesLost(false);
      void writeDraftFiles(next);
      writeDraft(draft.current);
    },
    [show],
  );

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
        const chosen = latest.current;
        if (chosen.length) chooseFiles([...kept, ...chosen].slice(0, ATTACHMENTS_MAX));
        else show(kept);
        setFilesLost(kept.length < start.draft.files);
      });
    }
    const stop = onDraftDropped(() => {
      draft.current = { ...draft.current, tries: [] };
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [start, show, chooseFiles]);

  return {
    /** What the fields begin with, and whether a draft was found. */
    start: { values: start.draft.values, isKept: start.isKept },
    service,
    files,
    areFilesLost,
    /** The files, once those of the draft are among them as far as they could be read. */
    whenRestored: () => restored.current.then(() => latest.current),
    /** The Idempotency-Key of the next try of what is sent now; another tab of this draft may have made the first. */
    keyToSend(body: object) {
      const stored = readDraft();
      const mine = draft.current.tries;
      const others = stored === 'stale' || stored === null ? [] : stored.tries;
      const unknown = others.filter(({ content }) => mine.every((known) => known.content !== content));
      const { key, tries } = keyFor([...unknown, ...mine], contentOf(body, latest.current));
      draft.current = { ...draft.current, tries };
      // Before it goes out: the answer may never come.
      writeDraft(draft.current);
      return key;
    },
    /** Forgets what was tried: the next try is another request. */
    forgetTries() {
      draft.current = { ...draft.current, tries: [] };
      writeDraft(draft.current);
    },
    keep(values: RequestValues) {
      draft.current = { ...draft.current, values };
      writeDraft(draft.current);
    },
    chooseFiles,
    currentFiles: () => latest.current,
    /** Files that are still made ready: nobody reads the list before they are in it. */
    waitFor(work: Promise<void>) {
      restored.current = Promise.all([restored.current, work]).then(() => undefined);
    },
    /** Everything as it is now, for `replace`. */
    copy: (values: RequestValues) => ({ draft: { ...draft.current, values }, files: latest.current }),
    replace(next: { draft: Draft; files: readonly File[] }) {
      draft.current = next.draft;
      chooseFiles(next.files);
    },
    forget() {
      dropDraft();
      void writeDraftFiles([]);
    },
  };
}
