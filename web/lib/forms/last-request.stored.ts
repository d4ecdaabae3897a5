import { defineStored } from '#web/lib/stored/stored.ts';

/** The tracking ID of the request that this tab sent last. Only in the tab, because a device in an office may be shared. */
export const lastRequest = defineStored({ key: 'last_request', scope: 'tab', endsWith: 'sign-out' });
