import { useState } from 'react';
import { ReachOffice } from '#web/domain/ReachOffice.tsx';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { FormPage } from '#web/ui/base/page/FormPage.tsx';
import { type AcceptedRequest, RequestDone } from './RequestDone.tsx';
import { RequestForm } from './RequestForm.tsx';

export const handle: PageHandle = {
  meta: ({ name, service_area }) => ({
    title: `Request Service - ${name}`,
    description: `Tell us what is dark or broken and get a tracking ID at once. Lighting and electrical service in ${service_area}.`,
  }),
};

/** The page where a customer requests service and gets a tracking ID (spec §2 Request). */
export function Component() {
  const [accepted, setAccepted] = useState<AcceptedRequest | null>(null);
  return (
    <FormPage
      title="Request Service"
      whenOff="This form needs JavaScript, which is off in this browser."
      instead={<ReachOffice />}
      {...(accepted === null && { intro: 'One page, no account needed. You get a tracking ID at once.' })}
    >
      {accepted === null ? (
        <RequestForm onDone={setAccepted} />
      ) : (
        <RequestDone {...accepted} onAnother={() => setAccepted(null)} />
      )}
    </FormPage>
  );
}
