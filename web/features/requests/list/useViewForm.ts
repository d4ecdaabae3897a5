import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { View } from '#contract/views.ts';
import { textLength } from '#contract/words/limits.ts';
import { VIEW_NAME_MAX } from '#contract/words/views.ts';
import type { useViews } from '#web/features/views/views.api.ts';
import { failureText, type ViewContent } from '#web/features/views/views.view.ts';
import { forgetKept, keptOf, watchForm } from '#web/lib/forms/kept-entries.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { nameProblem } from './saved-views.ts';

const FORM = 'view';

/** The name that was typed when the session ended, and the view that it was to rename. */
function useKeptName() {
  const userId = useSession().user?.id ?? 0;
  const [kept] = useState(() => keptOf(FORM, userId));
  const [name, setName] = useState(kept?.fields.name ?? '');
  const [renaming, setRenaming] = useState((kept?.began ?? null) as View | null);
  const typed = name.trim() === '' || name === renaming?.name ? {} : { name };
  const read = useEffectEvent(() => ({ version: 0, fields: typed, began: renaming }));
  useEffect(() => {
    forgetKept(FORM, userId);
    return watchForm(FORM, { userId, read: () => read() });
  }, [userId]);
  return { name, setName, renaming, setRenaming, isBack: kept !== null };
}

/**
 * The form under the views: it saves what the list shows under a new name, replaces a view of the same name, or renames one.
 * What was typed stays until it is saved, after the end of a session as well.
 */
export function useViewForm(saved: ReturnType<typeof useViews>, present: () => Omit<ViewContent, 'name'>) {
  const { name, setName, renaming, setRenaming, isBack } = useKeptName();
  const [failure, setFailure] = useState<string | null>(null);
  const wanted = name.trim();
  const views = saved.list.data?.views ?? [];
  const same = renaming ? undefined : views.find((view) => view.name === wanted);
  const isSending = saved.create.isPending || saved.update.isPending;
  const problem =
    textLength(wanted) > VIEW_NAME_MAX ? `Must be at most ${VIEW_NAME_MAX} characters` : nameProblem(wanted);
  const begin = (view: View | null) => {
    setRenaming(view);
    setName(view?.name ?? '');
    setFailure(null);
  };
  const callbacks = {
    onSuccess: () => begin(null),
    onError: (error: unknown) => setFailure(failureText(error, 'Failed to save the view.')),
  };
  return {
    name,
    renaming,
    isBack,
    isSending,
    canSend: wanted !== '' && problem === null && !isSending,
    action: renaming ? 'Rename' : same ? 'Replace' : 'Save',
    problem: problem ?? failure,
    type: (text: string) => {
      setName(text);
      setFailure(null);
    },
    rename: begin,
    /** Ends a renaming: the next name is that of a new view. */
    endRenaming: () => {
      if (renaming) begin(null);
    },
    /** Ends the renaming of a view that is deleted. */
    forget: (view: View) => {
      if (renaming?.id === view.id) begin(null);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (wanted === '' || problem !== null || isSending) return;
      setFailure(null);
      const content = present();
      // On the version that the list shows: a view that another device has changed meanwhile is not replaced unseen.
      if (renaming)
        saved.update.mutate({ ...(views.find(({ id }) => id === renaming.id) ?? renaming), name: wanted }, callbacks);
      else if (same) saved.update.mutate({ ...same, ...content, hidden: [...content.hidden] }, callbacks);
      else saved.create.mutate({ name: wanted, ...content }, callbacks);
    },
  };
}
