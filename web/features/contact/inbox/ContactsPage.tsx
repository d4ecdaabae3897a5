import { Inbox } from './Inbox.tsx';

/** Contact Messages for the office (spec §2). */
export const Component = () => <Inbox />;
