import { defineStored } from '../stored/stored.ts';

/** What each user had entered in the open forms of this tab when their session ended, by user id. */
export const storedEntries = defineStored({ key: 'kept_texts', scope: 'tab', endsWith: 'never' });
