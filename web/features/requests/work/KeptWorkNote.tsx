import { Button } from '@mantine/core';
import { useBusiness } from '#web/lib/business.tsx';
import { telLink } from '#web/lib/hours.ts';
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

/** Says that the request was taken away from the technician, what becomes of what they have entered, and whom to call. */
export function TakenNote({ work: { isStored, isOfficeTold, goesWhenGivenBack } }: { work: Work }) {
  const { phone } = useBusiness();
  return (
    <Notice tone="warning" alert>
      This request is not assigned to you any more, so the update cannot be sent. What you entered stays{' '}
      {isStored ? 'on this device' : 'on this page'}:{' '}
      {goesWhenGivenBack
        ? 'it is sent when the request is assigned to you again, unless somebody has changed the request by then.'
        : 'it can be sent when the request is assigned to you again.'}{' '}
      {isOfficeTold ? 'The office was told. To speak to them, call' : 'Call the office:'}{' '}
      <a href={telLink(phone)}>{phone}</a>
    </Notice>
  );
}
