import { defineStored } from '#web/lib/stored/stored.ts';

/** The letters on their way to the next document of this tab. */
export const sentKeys = defineStored({ key: 'early_keys', scope: 'tab', endsWith: 'never' });
