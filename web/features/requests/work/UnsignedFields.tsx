import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { textLimits } from '#contract/words/limits.ts';
import { unsignedKinds } from '#contract/words/requests.ts';
import { unsignedLabels } from '#web/domain/request-labels.ts';
import { formField } from '#web/lib/forms/form-field.ts';
import { ChoiceCards } from '#web/ui/base/form/ChoiceCards.tsx';
import { FieldError } from '#web/ui/base/form/FieldError.tsx';
import { LimitedTextarea } from '#web/ui/mantine/form/LimitedText.tsx';
import classes from './EvidenceFields.module.css';
import type { Work } from './useWorkForm.ts';

/** A visit that ends without a signature: why, and the technician's own confirmation. The request stays in progress. */
export function UnsignedFields({ work }: { work: Work }) {
  const id = useId();
  const { form, unsignedOpened: opened, isBusy } = work;
  const { error: kindError, ...kind } = formField(form, 'unsigned');
  const { error: confirmError, ...confirmed } = formField(form, 'unsigned_confirmed');
  return (
    <section className={classes.evidence} aria-label="Visit without a signature">
      <button
        type="button"
        className={classes.fold}
        aria-expanded={opened}
        aria-controls={`${id}-parts`}
        onClick={work.toggleUnsigned}
      >
        No signature: customer absent or declined
        <IconChevronDown size={18} aria-hidden />
      </button>
      <div id={`${id}-parts`} className={classes.parts} hidden={!opened}>
        <p className={classes.handover}>The request stays in progress, and the office is told.</p>
        <ChoiceCards
          label="Why there is no signature"
          options={unsignedKinds.map((value) => ({ value, label: unsignedLabels[value], tone: 'warning' }))}
          field={kind}
          error={kindError}
          disabled={isBusy}
        />
        <LimitedTextarea
          label="Reason"
          withAsterisk
          placeholder="Who was asked, and when you were there"
          rows={2}
          limit={textLimits.requestNote}
          disabled={isBusy}
          {...formField(form, 'unsigned_reason')}
        />
        <div>
          <label className={classes.confirm}>
            <input
              type="checkbox"
              {...confirmed}
              disabled={isBusy}
              aria-invalid={Boolean(confirmError)}
              aria-describedby={confirmError ? `${id}-confirm` : undefined}
            />
            I was there and got no signature
          </label>
          <FieldError id={`${id}-confirm`}>{confirmError}</FieldError>
        </div>
      </div>
    </section>
  );
}
