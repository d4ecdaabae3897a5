import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { Controller } from 'react-hook-form';
import { hasLetter, isSignature, SIGNATURE_WIDTH } from '#contract/words/evidence/signatures.ts';
import { SIGNATURE_MAX_CHARS } from '#contract/words/files.ts';
import { textLimits } from '#contract/words/limits.ts';
import { requestTexts } from '#contract/words/requests.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { StarsInput } from '#web/ui/base/form/StarsInput.tsx';
import { LimitedTextarea } from '#web/ui/mantine/form/LimitedText.tsx';
import { SignaturePad } from '#web/ui/mantine/form/SignaturePad.tsx';
import classes from './EvidenceFields.module.css';
import type { Work } from './useWorkForm.ts';

/** The server's rules, applied while the customer is there. */
const signatureRules = {
  width: SIGNATURE_WIDTH,
  maxChars: SIGNATURE_MAX_CHARS,
  isSignature,
  isName: hasLetter,
  texts: { tooSmall: requestTexts.signatureTooSmall, noName: requestTexts.signedNameWithoutLetter },
};

/** The fields for completing a request (spec §5): the customer's rating, feedback and signature. */
export function EvidenceFields({ work }: { work: Work }) {
  const { form, evidenceOpened: opened, isBusy: disabled } = work;
  // Whether it was just opened because something in it is missing.
  const isRequested = work.hint !== null;
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const { errors } = form.formState;
  // The first invalid part on the screen.
  const failed = errors.rating ? 'rating' : errors.signature ? 'signature' : null;
  const failedTry = failed ? form.formState.submitCount : null;
  const reveal = useEffectEvent(() => {
    if (!opened || !failed) return;
    const part = section.current?.querySelector(`[data-part="${failed}"]`);
    part?.scrollIntoView({ block: 'center' });
    part?.querySelector('input')?.focus({ preventScroll: true });
  });
  // Once a try, and not when one part is mended and another one still is missing: the page would move under the client's finger.
  useEffect(() => {
    if (failedTry !== null) reveal();
  }, [failedTry]);
  // The section opens below the visible part: its head is scrolled into view, and no star comes under the pointer that has just
  // chosen the status. Not when it is open from the start, because the note about what is back is above.
  const isOpenFromStart = useRef(work.isBack && opened);
  useEffect(() => {
    if (isOpenFromStart.current) {
      isOpenFromStart.current = false;
      return;
    }
    if (isRequested) section.current?.scrollIntoView({ block: 'nearest' });
    else if (opened) section.current?.querySelector('button')?.scrollIntoView({ block: 'nearest' });
  }, [opened, isRequested]);
  return (
    <section ref={section} className={classes.evidence} aria-label="Completion">
      <button
        type="button"
        className={classes.fold}
        aria-expanded={opened}
        aria-controls={`${id}-parts`}
        onClick={work.toggleEvidence}
      >
        Client rating and signature
        <IconChevronDown size={18} aria-hidden />
      </button>
      {/* Hidden instead of removed, so that signature and rating are kept. */}
      <div id={`${id}-parts`} className={classes.parts} hidden={!opened}>
        <p className={classes.handover}>Hand the device to the client.</p>
        <div data-part="rating">
          <Controller
            name="rating"
            control={form.control}
            render={({ field }) => (
              <StarsInput
                label="Client rating"
                value={Number(field.value ?? 0)}
                onChange={(rating) => {
                  form.clearErrors('rating');
                  field.onChange(rating);
                }}
                error={errors.rating?.message}
                disabled={disabled}
              />
            )}
          />
        </div>
        <LimitedTextarea
          label="Client feedback (optional)"
          rows={3}
          limit={textLimits.feedback}
          disabled={disabled}
          {...formField(form, 'customer_notes')}
        />
        <div data-part="signature">
          <SignaturePad
            key={work.round}
            label="Client signature"
            kept={work.signature()}
            onChange={work.sign}
            rules={signatureRules}
            error={errors.signature?.message}
            disabled={disabled}
          />
          <Button className={classes.cannotSign ?? ''} variant="default" onClick={work.cannotSign} disabled={disabled}>
            Customer cannot sign
          </Button>
        </div>
      </div>
    </section>
  );
}
