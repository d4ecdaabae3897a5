import { useState } from 'react';
import { WithoutScript } from '#web/domain/WithoutScript.tsx';
import type { PageHandle } from '#web/lib/page-meta.ts';
import { FormPage } from '#web/ui/base/FormPage.tsx';
import { RequestDone, type Sent } from './RequestDone.tsx';
import { RequestForm } from './RequestForm.tsx';

export const handle: PageHandle = {
  meta: ({ name, service_area }) => ({
    title: `Request Service - ${name}`,
    description: `Tell us what is dark or broken and get a tracking ID at once. Lighting and electrical service in ${service_area}.`,
  }),
};

/** The page where a customer requests service and gets a tracking ID (spec §2 Request). */
export function Component() {
  const [sent, setSent] = useState<Sent | null>(null);
  return (
    <FormPage
      title="Request Service"
      withoutScript={<WithoutScript what="This form needs JavaScript, which is off in this browser." />}
      {...(sent === null && { intro: 'One page, no account needed. You get a tracking ID at once.' })}
    >
      {sent === null ? <RequestForm onDone={setSent} /> : <RequestDone {...sent} onAnother={() => setSent(null)} />}
    </FormPage>
  );
}
