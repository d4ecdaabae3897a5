import { Inbox } from './Inbox.tsx';

/** Contact Messages for the auditor: the same screen without a control that changes something. */
export const Component = () => <Inbox readOnly />;
