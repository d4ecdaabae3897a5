import { defineStored } from '#web/lib/stored/stored.ts';

/** Whether the shortcuts of lists are on. Mantine's hook reads and writes it. */
export const storedShortcuts = defineStored({ key: 'shortcuts', scope: 'device', endsWith: 'never' });
