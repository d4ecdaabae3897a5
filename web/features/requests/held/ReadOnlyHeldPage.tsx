import { HeldRequests } from './HeldRequests.tsx';

/** Held Requests for the auditor: the same screen without a control that changes something. */
export const Component = () => <HeldRequests readOnly />;
