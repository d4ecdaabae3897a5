import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ATTACHMENTS_MAX } from '#contract/words/files.ts';
import { contentOf, keyFor } from '#web/lib/forms/sending/idempotency.ts';
import { services } from '#web/lib/services.ts';
import { askServerTime } from '#web/lib/stored/age.ts';
import { newUuid } from '#web/lib/uuid.ts';
import { readEarlyInput } from '#web/ui/base/form/early-input.ts';
import {
  areOrphans,
  type DraftPlace,
  hasBelow,
  newOfficePlace,
  onDraftDropped,
  onThisDevice,
  topOfficePlace,
} from './draft-places.ts';
import type { GivenEntries } from './given-entries.ts';
import {
  type Draft,
  emptyRequest,
  isBlank,
  isUntouched,
  keptFields,
  newDraft,
  type RequestValues,
} from './request-draft.ts';
import { dropFilesOf, readDraftFiles, writeDraftFiles } from './request-draft-files.ts';

export const REQUEST_FORM = 'request-form';

/** A draft that was taken out of the form, with its files. */
export type TakenDraft = { draft: Draft; files: readonly File[] };

const emptyForm = (): TakenDraft => ({ draft: newDraft(), files: [] });

const draftAt = (place: DraftPlace): Draft => place.read() ?? newDraft();

/** The form's first values: text typed before hydration, then the link's service, then the draft that was kept. */
function initialDraft(service: string | undefined) {
  const place = topOfficePlace() ?? onThisDevice;
  const isDoubtful = place.seemsOver();
  const draft = isDoubtful ? newDraft() : draftAt(place);
  const { priority, ...earlyInput } = readEarlyInput(REQUEST_FORM, keptFields);
  const values: RequestValues = {
    ...draft.values,
    ...(service && { service_type: service }),
    ...earlyInput,
    // A radio button is always checked: only one other than the default was chosen by the visitor.
    ...(priority && priority !== emptyRequest.priority && { priority }),
  };
  return {
    place,
    draft: { ...draft, values },
    isKept: !isBlank(draft),
    isDoubtful,
    hasEarlyInput: Object.keys(earlyInput).length > 0,
  };
}

/**
 * The draft in the form: read once, stored with every change, removed when the request was sent. A customer's is kept on the device,
 * an admin's in the tab.
 */
export function useRequestDraft() {
  const asked = useSearchParams()[0].get('service');
  const service = services.find(({ slug }) => slug === asked)?.name;
  const [start] = useState(() => initialDraft(service));
  const [files, setFiles] = useState<readonly File[]>([]);
  const [areFilesLost, setFilesLost] = useState(false);
  const place = useRef(start.place);
  const admin = useRef(0);
  const draft = useRef<Draft>(start.draft);
  const latest = useRef(files);
  const restored = useRef<Promise<void>>(Promise.resolve());

  const change = useCallback((changed: Partial<Draft>) => {
    draft.current = { ...draft.current, ...changed };
    place.current.write(draft.current);
  }, []);
  const show = useCallback((next: readonly File[]) => {
    latest.current = next;
    setFiles(next);
    draft.current = { ...draft.current, files: next.length };
  }, []);
  const chooseFiles = useCallback(
    (next: readonly File[]) => {
      show(next);
      setFilesLost(false);
      void writeDraftFiles(place.current.filesKey, next);
      change({});
    },
    [show, change],
  );
  /** Reads the files of the draft that is shown now, unless another one is when they are there. */
  const restoreFiles = useCallback(
    (isGone: () => boolean = () => false) => {
      const { filesKey } = place.current;
      const expected = draft.current.files;
      if (expected === 0) return;
      restored.current = readDraftFiles(filesKey).then((kept) => {
        if (isGone() || place.current.filesKey !== filesKey) return;
        const chosen = latest.current;
        if (chosen.length) chooseFiles([...kept, ...chosen].slice(0, ATTACHMENTS_MAX));
        else show(kept);
        setFilesLost(kept.length < expected);
      });
    },
    [show, chooseFiles],
  );
  const drop = useCallback(() => {
    place.current.drop();
    void writeDraftFiles(place.current.filesKey, []);
  }, []);

  useEffect(() => {
    let isGone = false;
    if (start.hasEarlyInput) change({ isChanged: true });
    restoreFiles(() => isGone);
    const stop = onDraftDropped(() => {
      if (!place.current.isOffice) draft.current = { ...draft.current, tries: [] };
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [start, change, restoreFiles]);

  const replace = (next: TakenDraft) => {
    draft.current = next.draft;
    chooseFiles(next.files);
  };

  return {
    /** The fields' first values, the contact message that they come from, and what is kept of an earlier visit. */
    start: {
      values: start.draft.values,
      contact: start.draft.contact,
      from: start.draft.from,
      isKept: start.isKept,
      hasBelow: hasBelow(start.place),
    },
    service,
    files,
    areFilesLost,
    /** Resolves to the files when those of the draft are restored and chosen ones are ready. */
    whenRestored: () => restored.current.then(() => latest.current),
    id: () => draft.current.id,
    /** The Idempotency-Key of the next try. Another tab with the same draft may have made the first try. */
    keyToSend(body: object) {
      const mine = draft.current.tries;
      const others = draftAt(place.current).tries;
      const unknown = others.filter(({ content }) => mine.every((known) => known.content !== content));
      const { key, tries } = keyFor([...unknown, ...mine], contentOf(body, latest.current));
      // Stored before the call is sent, because the response may never arrive.
      change({ tries });
      return key;
    },
    /**
     * The draft whose time seemed to be over by this device's clock, and is not by the server's. Null when there is none, and when
     * something else was entered meanwhile.
     */
    async recover(): Promise<Draft | null> {
      if (!start.isDoubtful) return null;
      await askServerTime();
      if (!isBlank(draft.current)) return null;
      const found = start.place.read();
      if (found === null) drop();
      else {
        draft.current = found;
        restoreFiles();
      }
      return found;
    },
    /** Makes the next try that of another request, with a new key. */
    renew: () => change({ id: newUuid(), tries: [] }),
    keep: (values: RequestValues) => change({ values, isChanged: true }),
    /** Forgets the contact message that the draft is made from. */
    forgetContact: () => change({ contact: null }),
    chooseFiles,
    currentFiles: () => latest.current,
    /** Makes `whenRestored` wait for files that are still being prepared. */
    waitFor(work: Promise<void>) {
      restored.current = Promise.all([restored.current, work]).then(() => undefined);
    },
    /** Moves what is in the form from the device to the tab: this admin enters it. `whenRestored` waits for that. */
    moveToTab(adminId: number) {
      admin.current = adminId;
      restored.current = restored.current.then(() => {
        if (place.current.isOffice) return;
        if (!isBlank(draft.current)) drop();
        place.current = newOfficePlace(admin.current);
        void writeDraftFiles(place.current.filesKey, latest.current);
        change({});
        void dropFilesOf(areOrphans);
      });
    },
    /** Lays a request with these entries on the one in the form. Answers whether that one comes back after it. */
    begin({ from, contact, values }: GivenEntries): boolean {
      if (isUntouched(draft.current)) drop();
      place.current = newOfficePlace(admin.current);
      replace({ draft: { ...newDraft(), from, contact, values }, files: [] });
      return hasBelow(place.current);
    },
    /** Lays a draft on the one in the form again that was taken out. Answers as `begin` does. */
    putBack(taken: TakenDraft): boolean {
      place.current = newOfficePlace(admin.current);
      replace(taken);
      return hasBelow(place.current);
    },
    /** Takes the uppermost draft out of the form. Answers with it, and with what lies below. */
    takeOut(values: RequestValues): { taken: TakenDraft; below: Draft } {
      const taken = { draft: { ...draft.current, values }, files: latest.current };
      drop();
      place.current = topOfficePlace() ?? newOfficePlace(admin.current);
      draft.current = draftAt(place.current);
      latest.current = [];
      setFiles([]);
      restoreFiles();
      return { taken, below: draft.current };
    },
    /** Empties the form, and answers with what was in it. */
    empty(values: RequestValues): TakenDraft {
      const taken = { draft: { ...draft.current, values }, files: latest.current };
      replace(emptyForm());
      return taken;
    },
    replace,
    /** Empties the form of an office that logged out: what is typed now is a customer's. */
    leaveOffice() {
      place.current = onThisDevice;
      replace(emptyForm());
    },
    forget: drop,
  };
}
