import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import { type KeptWork, sectionOf, type WorkField, type WorkUpdate, type WorkValues } from './work-draft.ts';

/** The sections of a work order that may be folded: the customer's evidence, and why there is no signature. */
export function useWorkSections(form: UseFormReturn<WorkValues, unknown, WorkUpdate>, kept: KeptWork | null) {
  const [evidenceOpened, setEvidenceOpened] = useState(kept?.draft.values.status === 'completed');
  const [unsignedOpened, setUnsignedOpened] = useState(
    Boolean(kept?.draft.values.unsigned || kept?.draft.values.unsigned_reason),
  );
  return {
    evidenceOpened,
    setEvidenceOpened,
    unsignedOpened,
    toggleUnsigned: () => setUnsignedOpened((opened) => !opened),
    fold: () => {
      setEvidenceOpened(false);
      setUnsignedOpened(false);
    },
    /** Leads to a field. Its section is open at once, because what is hidden takes no focus. */
    leadTo: (field: WorkField) => {
      const section = sectionOf(field);
      flushSync(() => {
        if (section === 'evidence') setEvidenceOpened(true);
        if (section === 'unsigned') setUnsignedOpened(true);
      });
      form.setFocus(field);
    },
  };
}
