import { IconMailCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { textLimits } from '#contract/words/limits.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { FailureNotice } from '#web/ui/base/form/FailureNotice.tsx';
import { TextArea, TextField } from '#web/ui/base/form/Field.tsx';
import { Honeypot } from '#web/ui/base/form/Honeypot.tsx';
import { useHydrated } from '#web/ui/base/page/useHydrated.ts';
import actions from '#web/ui/base/style/Action.module.css';
import classes from './ContactForm.module.css';
import { CONTACT_FORM, useContactForm } from './useContactForm.ts';

/** The thanks (spec §9). The live region exists before its text, so that screen readers announce the text. */
function Thanks({ thanks }: { thanks: { isRepeat: boolean } | null }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (thanks) region.current?.scrollIntoView({ block: 'nearest' });
  }, [thanks]);
  return (
    <div ref={region} className={classes.thanks} role="status">
      {thanks && (
        <div className={classes.banner}>
          <IconMailCheck size={26} stroke={1.75} aria-hidden />
          <p>
            <strong>Your message is sent.</strong> We reply within 24-48 business hours.
            {thanks.isRepeat && ' Another tab had already sent it. It was sent only once.'}
          </p>
        </div>
      )}
    </div>
  );
}

/** A message to the office (spec §2 Contact). */
export function ContactForm() {
  const { form, isSubmitting, failure, thanks, prepare, keep, submit } = useContactForm();
  const isHydrated = useHydrated();
  const fieldOf = (name: 'name' | 'email' | 'phone' | 'message') => ({
    // Read-only while sending, because a disabled field loses the focus.
    readOnly: isSubmitting,
    ...formField(form, name),
  });
  return (
    <form id={CONTACT_FORM} className={classes.form} onSubmit={submit} onChange={keep} onFocus={prepare} noValidate>
      <TextField label="Name" autoComplete="name" limit={textLimits.name} {...fieldOf('name')} />
      <div className={classes.pair}>
        <TextField label="Email" type="email" autoComplete="email" limit={textLimits.email} {...fieldOf('email')} />
        <TextField
          label="Phone"
          optional
          type="tel"
          autoComplete="tel"
          limit={textLimits.phone}
          {...fieldOf('phone')}
        />
      </div>
      <TextArea
        label="Message"
        hint="What it is about, and how we reach you best."
        limit={textLimits.contactMessage}
        {...fieldOf('message')}
      />
      <Honeypot {...form.register('website')} />
      {failure && <FailureNotice {...failure} />}
      <button
        type="submit"
        className={`${actions.primary} ${classes.send}`}
        disabled={!isHydrated}
        aria-disabled={isSubmitting || undefined}
        onClick={(event) => {
          if (isSubmitting) event.preventDefault();
        }}
      >
        {isSubmitting ? 'Sending' : 'Send Message'}
      </button>
      <Thanks thanks={thanks} />
    </form>
  );
}
