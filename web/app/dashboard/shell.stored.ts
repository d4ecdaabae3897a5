import { defineStored } from '#web/lib/stored/stored.ts';

/** Whether the sidebar is collapsed. Mantine's hook reads and writes it. */
export const storedSidebar = defineStored({ key: 'sidebar_collapsed', scope: 'device', endsWith: 'never' });
