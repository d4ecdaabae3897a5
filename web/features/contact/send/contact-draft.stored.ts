import { defineStored } from '#web/lib/stored/stored.ts';

/** What was typed in the contact form of this tab and not sent. */
export const storedMessage = defineStored({ key: 'contact_draft', scope: 'tab', endsWith: 'sign-out' });
