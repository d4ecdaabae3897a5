import { endingWith } from './stored.ts';

/** Loads every declaration, also those of screens that this page has not opened. */
import.meta.glob('../../**/*.stored.ts', { eager: true });

const end = (entries: ReturnType<typeof endingWith>, userId: number | null) =>
  Promise.allSettled(entries.map(async (entry) => entry.end(userId)));

/** Removes what ends when a user signs out. */
export const endSignedOut = () => end(endingWith('sign-out', 'another-user'), null);

/** Removes what other users have left that ends when this one signs in. */
export const endOthers = (userId: number) => end(endingWith('another-user'), userId);
