import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import { unsignedProblems } from '#contract/workflow.ts';
import {
  type KeptWork,
  sectionOf,
  type WorkField,
  type WorkUpdate,
  type WorkValues,
  workFields,
} from './work-draft.ts';

/** The sections of a work order that may be folded: the customer's evidence, and why there is no signature. */
export function useWorkSections(form: UseFormReturn<WorkValues, unknown, WorkUpdate>, kept: KeptWork | null) {
  const [evidenceOpened, setEvidenceOpened] = useState(kept?.draft.values.status === 'completed');
  const [unsignedOpened, setUnsignedOpened] = useState(
    Boolean(kept?.draft.values.unsigned || kept?.draft.values.unsigned_reason),
  );
  /** Leads to a field. Its section is open at once, because what is hidden takes no focus. */
  const leadTo = (field: WorkField) => {
    const section = sectionOf(field);
    flushSync(() => {
      if (section === 'evidence') setEvidenceOpened(true);
      if (section === 'unsigned') setUnsignedOpened(true);
    });
    form.setFocus(field);
  };
  return {
    evidenceOpened,
    setEvidenceOpened,
    unsignedOpened,
    toggleUnsigned: () => setUnsignedOpened((opened) => !opened),
    fold: () => {
      setEvidenceOpened(false);
      setUnsignedOpened(false);
    },
    leadTo,
    /** Shows what a visit without a signature lacks, also when its section is open and empty. Returns whether it lacks something. */
    showUnsignedProblems: (values: WorkUpdate): boolean => {
      const problems = values.status === 'in_progress' ? unsignedProblems(values, unsignedOpened) : [];
      for (const [nth, { field, message }] of problems.entries()) {
        const shown = workFields.find((name) => name === field);
        if (!shown) continue;
        form.setError(shown, { message });
        if (nth === 0) leadTo(shown);
      }
      return problems.length > 0;
    },
  };
}
