import { Button } from '@mantine/core';
import { PhoneLinks } from '#web/domain/reach/PhoneLinks.tsx';
import { useBusiness } from '#web/lib/business.tsx';
import { Notice } from '#web/ui/base/content/Notice.tsx';
import type { Work } from './useWorkForm.ts';

/** Says that the form holds again what was entered before it was opened, and offers to throw it away. */
export function KeptWorkNote({ work }: { work: Work }) {
  if (!work.isBack) return null;
  return (
    <Notice
      tone="info"
      action={
        <Button variant="default" onClick={work.startOver} disabled={work.isSending}>
          Discard
        </Button>
      }
    >
      What you had entered is back.
    </Notice>
  );
}

/** Says that the request was taken away from the technician, and what becomes of what they have entered. */
export function TakenNote() {
  const { phone } = useBusiness();
  return (
    <Notice tone="warning" alert>
      This request isn’t assigned to you anymore. You can still send what you entered: the office gets it and decides
      what to do with it. To talk to them, call <PhoneLinks text={phone} />
    </Notice>
  );
}
