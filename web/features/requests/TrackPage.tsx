import { type FormEvent, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PageHandle } from '#web/lib/page-meta.ts';
import actions from '#web/ui/Action.module.css';
import { TextField } from '#web/ui/Field.tsx';
import { FormPage } from '#web/ui/FormPage.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './parts/TrackForm.module.css';
import { TrackResult } from './parts/TrackResult.tsx';
import { useTracking } from './parts/useTracking.ts';

export const handle: PageHandle = {
  meta: ({ name }) => ({
    title: `Track a request - ${name}`,
    description: 'Enter your tracking ID and see where your service request stands, at any hour.',
  }),
};

/** Answers "where is it?" to whoever holds the tracking ID (spec §2 Track). The address can be shared and bookmarked. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('id');
  const [text, setText] = useState('');
  const { request, failure, isLoading, look } = useTracking();

  useEffect(() => {
    if (!asked) return;
    setText(asked.toUpperCase());
    look(asked);
  }, [asked, look]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const id = text.trim();
    // The same ID again is a wish for a fresh answer, not a new address.
    if (id === asked) look(id);
    else if (id) setParams({ id }, { preventScrollReset: true });
    else look('');
  };

  return (
    <FormPage title="Track your request" intro="You got the ID when you sent the request, and it stays valid.">
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextField
          label="Tracking ID"
          hint="It looks like REQ-XXXXXXXXX-XXXXX"
          placeholder="REQ-XXXXXXXXX-XXXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value.toUpperCase())}
          onPaste={(event) => {
            // Pasted from a mail it comes with blanks or a sentence around it.
            const pasted = /REQ-[A-Z0-9]{9}-[A-Z0-9]{5}/i.exec(event.clipboardData.getData('text'))?.[0];
            if (!pasted) return;
            event.preventDefault();
            setText(pasted.toUpperCase());
          }}
        />
        <button type="submit" className={actions.primary} disabled={isLoading}>
          {isLoading ? 'Looking' : 'Track Request'}
        </button>
      </form>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {request && <TrackResult request={request} />}
    </FormPage>
  );
}
