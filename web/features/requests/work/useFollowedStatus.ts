import { useEffect, useEffectEvent, useRef } from 'react';
import type { RequestDetail } from '#contract/request-answers.ts';
import type { Status } from '#contract/words/requests.ts';
import { blankWork, type WorkForm } from './work-draft.ts';

type Options = {
  form: WorkForm;
  /** The request that the edit began on, and the one that it is based on now. */
  began: RequestDetail;
  base: RequestDetail;
  moves: readonly Status[];
  /** Whether the form holds an edit that may change now: what is on its way stays as it was sent. */
  isFree: boolean;
  setBlank: (blank: ReturnType<typeof blankWork>) => void;
};

/** Keeps a status that the technician has not chosen at the one that somebody else has set, so that a note alone does not undo it. */
export function useFollowedStatus({ form, began, base, moves, isFree, setBlank }: Options) {
  const followed = useRef(began);
  const follow = useEffectEvent((to: RequestDetail, mayChange: boolean) => {
    const { status } = followed.current;
    if (!mayChange || followed.current === to) return;
    followed.current = to;
    if (form.getValues('status') !== status || status === to.status) return;
    const fresh = blankWork(to, moves);
    setBlank(fresh);
    // Undefined where the role may not set the present status: then the technician has to choose one.
    form.setValue('status', fresh.status as Status);
  });
  useEffect(() => follow(base, isFree), [base, isFree]);
}
