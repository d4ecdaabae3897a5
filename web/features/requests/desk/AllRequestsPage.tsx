import { paths } from '#contract/words/paths.ts';
import { HeldLink } from './HeldLink.tsx';
import { RequestDesk } from './RequestDesk.tsx';

const countText = (matched: string, total: string) => `${matched} of ${total}`;

/** Admin All Requests (spec §2): the list by itself, without ratings and without a custom range. */
export const Component = () => (
  <RequestDesk
    title="All Requests"
    table="all-requests"
    countText={countText}
    action={() => <HeldLink to={paths.adminHeldRequests} />}
    plain
  />
);
