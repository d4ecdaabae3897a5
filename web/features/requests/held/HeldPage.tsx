import { HeldRequests } from './HeldRequests.tsx';

/** Held Requests for the office: each is accepted or deleted. */
export const Component = () => <HeldRequests />;
