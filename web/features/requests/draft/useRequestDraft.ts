import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ATTACHMENTS_MAX } from '#contract/words/files.ts';
import { contentOf, keyFor } from '#web/lib/forms/idempotency.ts';
import { services } from '#web/lib/services.ts';
import { readEarlyInput } from '#web/ui/base/form/early-input.ts';
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

/** The form's first values: text typed before hydration, then the link's service, then the draft on this device. */
function initialDraft(service: string | undefined) {
  const stored = readDraft();
  const draft = stored === 'stale' || stored === null ? newDraft() : stored;
  const { priority, ...earlyInput } = readEarlyInput(REQUEST_FORM, keptFields);
  const values: RequestValues = {
    ...draft.values,
    ...(service && { service_type: service }),
    ...earlyInput,
    // A radio button is always checked: only one other than the default was chosen by the visitor.
    ...(priority && priority !== emptyRequest.priority && { priority }),
  };
  return {
    draft: { ...draft, values },
    isKept: !isBlank(draft),
    isStale: stored === 'stale',
    hasEarlyInput: Object.keys(earlyInput).length > 0,
  };
}

/** The draft on this device: read once, stored with every change, removed when the request was sent. */
export function useRequestDraft() {
  const asked = useSearchParams()[0].get('service');
  const service = services.find(({ slug }) => slug === asked)?.name;
  const [start] = useState(() => initialDraft(service));
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
    if (start.hasEarlyInput) writeDraft(draft.current);
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
    /** The fields' first values, the contact message that they come from, and whether a draft was found. */
    start: { values: start.draft.values, contact: start.draft.contact, isKept: start.isKept },
    service,
    files,
    areFilesLost,
    /** Resolves to the files when those of the draft are restored and chosen ones are ready. */
    whenRestored: () => restored.current.then(() => latest.current),
    /** The Idempotency-Key of the next try. Another tab with the same draft may have made the first try. */
    keyToSend(body: object) {
      const stored = readDraft();
      const mine = draft.current.tries;
      const others = stored === 'stale' || stored === null ? [] : stored.tries;
      const unknown = others.filter(({ content }) => mine.every((known) => known.content !== content));
      const { key, tries } = keyFor([...unknown, ...mine], contentOf(body, latest.current));
      draft.current = { ...draft.current, tries };
      // Stored before the call is sent, because the response may never arrive.
      writeDraft(draft.current);
      return key;
    },
    /** Forgets the tries, so that the next one gets a new key. */
    forgetTries() {
      draft.current = { ...draft.current, tries: [] };
      writeDraft(draft.current);
    },
    keep(values: RequestValues) {
      draft.current = { ...draft.current, values };
      writeDraft(draft.current);
    },
    /** Forgets the contact message that the draft is made from. */
    forgetContact() {
      draft.current = { ...draft.current, contact: null };
      writeDraft(draft.current);
    },
    chooseFiles,
    currentFiles: () => latest.current,
    /** Makes `whenRestored` wait for files that are still being prepared. */
    waitFor(work: Promise<void>) {
      restored.current = Promise.all([restored.current, work]).then(() => undefined);
    },
    /** A copy of the current state, for `replace`. */
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
