import { paths } from '#contract/words/paths.ts';
import { CustomerDirectory } from './CustomerDirectory.tsx';

/** Customer Management for the auditor: nothing on this screen changes anything, and its links stay with the auditor. */
export const Component = () => (
  <CustomerDirectory linkOf={(requestId) => `${paths.auditorRequests}?requestId=${requestId}`} />
);
