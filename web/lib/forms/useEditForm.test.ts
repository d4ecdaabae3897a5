import { createElement, type ReactElement, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api-client.ts';
import { SessionProvider } from '../session/session.tsx';
import { UnsavedContext } from './unsaved.ts';
import { useEditForm } from './useEditForm.ts';

type Note = { version: number; notes: string };
type Hook = ReturnType<typeof useEditForm<Note, { notes: string }, { notes: string }>>;
type Step = (hook: Hook, read: (newest: Note) => void) => void;

const seen = { version: 3, notes: 'Two lamps' };
const newer = { version: 4, notes: 'Two lamps, rang back' };

type Given = { isEdited: boolean; first?: Note };

function NoteForm({ isEdited, first = seen, step }: Given & { step: Step }) {
  const [newest, read] = useState(first);
  const form = useForm({ defaultValues: { notes: first.notes } });
  const hook = useEditForm({
    name: 'note 7',
    newest,
    form,
    kept: ['notes'],
    compared: ({ notes }) => ({ notes }),
    fields: [{ label: 'Notes', text: ({ notes }) => notes }],
    isEditedBeside: isEdited,
  });
  step(hook, read);
  return null;
}

/** A form as it stands on a page, with what asks before the page is left. */
function within(guard: (() => void) | null, form: ReactElement) {
  const page = { children: createElement(UnsavedContext, { value: guard }, form) };
  return createElement(SessionProvider, page);
}

/** Mounts the hook and takes a step in each of its renders. Returns the hook as the last step has left it. */
function mounted(given: Given, ...steps: readonly Step[]): Hook {
  const renders: Hook[] = [];
  const step: Step = (hook, read) => steps[renders.push(hook) - 1]?.(hook, read);
  renderToString(within(() => undefined, createElement(NoteForm, { ...given, step })));
  const last = renders.at(-1);
  if (!last) throw new Error('the form was not rendered');
  return last;
}

const readNewer: Step = (_, read) => read(newer);
const idle = { error: null, isBusy: false, entered: () => ({ Notes: 'Mine' }), save: () => {}, discard: () => {} };
const isOutdated = (hook: Hook) => hook.conflict(idle) !== null;

describe('an edit', () => {
  it('is based on the newest state while nothing is entered', () => {
    const hook = mounted({ isEdited: false }, readNewer);
    expect([hook.base, hook.version(), isOutdated(hook)]).toEqual([newer, 4, false]);
  });

  it('stays on what the user saw once something is entered, and the user decides', () => {
    const hook = mounted({ isEdited: true }, readNewer);
    expect([hook.base, hook.version()]).toEqual([seen, 3]);
    const rows = [{ field: 'Notes', before: 'Two lamps', now: 'Two lamps, rang back', mine: 'Mine' }];
    expect(hook.conflict(idle)).toMatchObject({ rows, refusal: null, hadLostTry: false });
    expect(hook.conflict({ ...idle, isBusy: true })).toBeNull();
  });

  it('goes on from a newer state in which nothing differs that a conflict shows', () => {
    const back = { ...seen, version: 5 };
    const hook = mounted({ isEdited: true }, (_, read) => read(back));
    expect([hook.base, hook.version(), isOutdated(hook)]).toEqual([back, 5, false]);
  });

  it.each(['onSaveMine', 'onDiscardMine'] as const)('goes on from the newest state after the decision: %s', (way) => {
    const sent: [string, number][] = [];
    const hook = mounted({ isEdited: true }, readNewer, (hook) => {
      const error = new ApiError(409, { error: 'conflict', message: 'Olive changed this.' });
      const tell = (what: string) => () => void sent.push([what, hook.version()]);
      const conflict = hook.conflict({ ...idle, error, save: tell('onSaveMine'), discard: tell('onDiscardMine') });
      expect(conflict?.refusal).toBe('Olive changed this.');
      conflict?.[way]();
    });
    // The next try is the same press: it has the new version before the form is rendered again.
    expect(sent).toEqual([[way, 4]]);
    expect([hook.base, isOutdated(hook)]).toEqual([newer, false]);
  });

  it('is refused where nothing asks before it is lost', () => {
    const form = createElement(NoteForm, { isEdited: false, step: () => undefined });
    expect(() => renderToString(within(null, form))).toThrow('must be within a Dialog or a PageGuard');
  });
});

describe('an edit whose session ended', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is still based on what the user saw', () => {
    const began = { notes: seen.notes };
    const forms = { 'note 7': { version: seen.version, fields: { notes: 'Half a thought' }, began } };
    const kept = JSON.stringify({ userId: 0, until: Number.MAX_SAFE_INTEGER, forms });
    vi.stubGlobal('sessionStorage', { getItem: () => kept });
    const hook = mounted({ isEdited: false, first: newer });
    expect([hook.base, hook.version()]).toEqual([seen, 3]);
  });
});
