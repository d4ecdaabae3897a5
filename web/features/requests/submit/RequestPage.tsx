import { ReachOffice } from '#web/domain/reach/ReachOffice.tsx';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { useSession } from '#web/lib/session/session.tsx';
import { FormPage } from '#web/ui/base/page/FormPage.tsx';
import { REQUEST_FORM } from '../draft/useRequestDraft.ts';
import { OfficeFind } from './OfficeFind.tsx';
import { RequestDone } from './RequestDone.tsx';
import { RequestForm } from './RequestForm.tsx';
import { useAccepted } from './useAccepted.ts';

export const handle: PageHandle = {
  meta: ({ name, service_area }) => ({
    title: `Request Service - ${name}`,
    description: `Tell us what is dark or broken and get a tracking ID at once. Lighting and electrical service in ${service_area}.`,
  }),
};

/** The page where a customer requests service and gets a tracking ID (spec §2 Request). */
export function Component() {
  const { accepted, accept, forgetContact, startAnother } = useAccepted();
  const isOffice = useSession().user?.role === 'admin';
  const startEmpty = async () => {
    await startAnother();
    // The pressed button is gone, and the focus with it.
    document.getElementById(REQUEST_FORM)?.querySelector('input')?.focus();
  };
  return (
    <FormPage
      // A new page is a new element: the same one would count as a layout shift when a reload shows the ID again.
      key={accepted?.trackingId}
      title="Request Service"
      whenOff="This form needs JavaScript, which is off in this browser."
      instead={<ReachOffice />}
      {...(accepted === null && !isOffice && { intro: 'One page, no account needed. You get a tracking ID at once.' })}
    >
      {isOffice && <OfficeFind />}
      {accepted === null ? (
        <RequestForm onDone={accept} />
      ) : (
        <RequestDone {...accepted} onAnother={startEmpty} onResolved={() => forgetContact(accepted)} />
      )}
    </FormPage>
  );
}
