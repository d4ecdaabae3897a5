import { paths } from '#contract/words/paths.ts';
import { HeldLink } from './HeldLink.tsx';
import { RequestDesk } from './RequestDesk.tsx';

/** The auditor's list of requests: everything can be read, nothing can be changed. */
export const Component = () => (
  <RequestDesk
    title="Requests"
    table="auditor-requests"
    action={() => <HeldLink to={paths.auditorHeldRequests} />}
    readOnly
  />
);
