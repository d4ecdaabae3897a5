import { defineStored } from '../stored/stored.ts';
import { THEME_KEY } from './theme-script.ts';

/** The chosen theme (spec §1), in the format that the script in the document's head reads. */
export const storedTheme = defineStored({ key: THEME_KEY, scope: 'device', endsWith: 'never', format: 'text' });
