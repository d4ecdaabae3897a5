import { defineStored } from '../stored/stored.ts';

/** The requests that the office began to enter in this tab: `{ mark, drafts }`, the one in the form last. */
export const storedOfficeDrafts = defineStored({ key: 'request_drafts', scope: 'tab', endsWith: 'sign-out' });

/**
 * What marks the office's drafts of this browser as its own: the admin's id and a random text. Without it they are over in every
 * tab.
 */
export const storedOfficeMark = defineStored({
  key: 'request_office',
  scope: 'device',
  endsWith: 'another-user',
  format: 'text',
  ownerOf: (mark) => Number.parseInt(String(mark), 10),
});
