import { Notice } from '#web/ui/base/content/Notice.tsx';
import type { Work } from './useWorkForm.ts';

/** Says that the request was taken away from the technician, and what becomes of what they have entered. */
export const TakenNote = ({ work: { isStored } }: { work: Work }) => (
  <Notice tone="warning" alert>
    This request is not assigned to you any more, so the update cannot be sent. What you entered stays{' '}
    {isStored ? 'on this device' : 'on this page'}: it can be sent when the request is assigned to you again.
  </Notice>
);
