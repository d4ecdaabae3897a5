import { paths } from '#contract/words/paths.ts';
import { CustomerDirectory } from './CustomerDirectory.tsx';

/** Customer Management for the office (spec §2). */
export const Component = () => (
  <CustomerDirectory linkOf={(requestId) => paths.adminDashboard({ requestId })} formOf={paths.requestFor} />
);
