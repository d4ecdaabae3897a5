import { useState } from 'react';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { FormPage } from '#web/ui/FormPage.tsx';
import { RequestDone } from './parts/RequestDone.tsx';
import { RequestForm } from './parts/RequestForm.tsx';

export const handle: PageHandle = {
  meta: ({ name, service_area }) => ({
    title: `Request Service - ${name}`,
    description: `Tell us what is dark or broken in under a minute. Lighting and electrical service in ${service_area}.`,
  }),
};

/** A customer asks for help (spec §2 Request); in the end they hold a tracking ID. */
export function Component() {
  const [trackingId, setTrackingId] = useState<string | null>(null);
  return (
    <FormPage
      title="Request Service"
      {...(trackingId === null && { intro: 'It takes under a minute. You get a tracking ID, no account needed.' })}
    >
      {trackingId === null ? (
        <RequestForm onDone={setTrackingId} />
      ) : (
        <RequestDone trackingId={trackingId} onAnother={() => setTrackingId(null)} />
      )}
    </FormPage>
  );
}
