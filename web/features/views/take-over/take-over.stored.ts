import { chosenTables } from '#contract/words/views.ts';
import { defineStored, defineUserStored } from '#web/lib/stored/stored.ts';

/** The views that an earlier release kept in the browser alone. */
export const formerViews = defineUserStored({ key: 'request-views', endsWith: 'never' });

/** The columns that an earlier release kept in the browser alone, by table. */
export const formerTables = chosenTables.map((table) => ({
  table,
  stored: defineStored({ key: `table:${table}`, scope: 'device', endsWith: 'never' }),
}));
