import { on } from '#server/events.ts';
import { settingsChannel } from './settings.live.service.ts';

/** Every instance reads the details again when the change commits. */
export const settingsReactions = [
  on('settings.changed', ({ tx, deps }, { version }) => deps.bus.publish(tx, settingsChannel, { version })),
];
