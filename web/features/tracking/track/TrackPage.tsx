import { type ChangeEvent, type ClipboardEvent, type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { findTrackingId, TRACKING_ID_EXAMPLE } from '#contract/words/tracking-id.ts';
import { ReachOffice } from '#web/domain/reach/ReachOffice.tsx';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { readEarlyInput } from '#web/ui/base/form/early-input.ts';
import { FailureNotice } from '#web/ui/base/form/FailureNotice.tsx';
import { TextField } from '#web/ui/base/form/Field.tsx';
import { FormPage } from '#web/ui/base/page/FormPage.tsx';
import actions from '#web/ui/base/style/Action.module.css';
import { TrackHelp, TrackLoading } from './TrackHelp.tsx';
import classes from './TrackPage.module.css';
import { useTracking } from './useTracking.ts';

export const handle: PageHandle = {
  meta: ({ name }) => ({
    title: `Track a request - ${name}`,
    description: 'Enter your tracking ID and see where your service request stands, at any hour.',
  }),
};

const FORM = 'track-form';

/** The tracking ID in a text, in its usual spelling; the text in capitals if it contains none. */
const idOf = (asked: string) => findTrackingId(asked) ?? asked.trim().toUpperCase();

/** Shows the status of a request to anyone with its tracking ID (spec §2 Track). The address can be shared and bookmarked. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('id');
  // Starts with the text that was typed before hydration.
  const [text, setText] = useState(() => (asked ? idOf(asked) : (readEarlyInput(FORM, ['id']).id ?? '')));
  // Hydration does not change the field's text, only a later state change does.
  useEffect(() => setText((current) => current.toUpperCase()), []);
  const { request, Result, failure, lost, isLoading, checkedAt, isStale, look, clear, prepare } = useTracking();

  useEffect(() => {
    if (!asked) return;
    setText(idOf(asked));
    look(idOf(asked));
    // The address without an ID, by a link or by Back, is the empty page.
    return () => {
      setText('');
      clear();
    };
  }, [asked, look, clear]);

  const change = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const upper = input.value.toUpperCase();
    // Set here, because the caret would jump to the end if React set the value.
    if (upper.length === input.value.length && upper !== input.value) {
      const { selectionStart, selectionEnd } = input;
      input.value = upper;
      input.setSelectionRange(selectionStart, selectionEnd);
    }
    setText(upper);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = findTrackingId(event.clipboardData.getData('text'));
    if (!pasted) return;
    event.preventDefault();
    setText(pasted);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = idOf(text);
    setText(id);
    // The same ID again loads the status again and keeps the address. A double press is one look-up, and counts as one view.
    if (id && id !== (asked && idOf(asked))) setParams({ id }, { preventScrollReset: true });
    else if (!isLoading) look(id);
  };

  return (
    <FormPage
      title="Track your request"
      intro="You got the ID when you sent the request, and it stays valid."
      whenOff="Looking up a request needs JavaScript, which is off in this browser."
      instead={<ReachOffice />}
    >
      <form id={FORM} className={classes.form} onSubmit={submit} onFocus={prepare} noValidate>
        <TextField
          label="Tracking ID"
          hint={`It looks like ${TRACKING_ID_EXAMPLE}`}
          placeholder={TRACKING_ID_EXAMPLE}
          // Submitted before hydration, the form opens this page with the ID in its address.
          name="id"
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          value={text}
          onChange={change}
          onPaste={paste}
        />
        <button type="submit" className={actions.primary} aria-disabled={isLoading || undefined}>
          {isLoading ? 'Looking' : 'Track Request'}
        </button>
      </form>
      <div className={classes.answer} aria-busy={isLoading}>
        {failure && <FailureNotice {...failure} />}
        {lost && <p className={classes.again}>This page looks again by itself.</p>}
        {isLoading && <TrackLoading />}
        {request && Result && <Result request={request} checkedAt={checkedAt} isStale={isStale} />}
        {!request && !isLoading && <TrackHelp />}
      </div>
    </FormPage>
  );
}
