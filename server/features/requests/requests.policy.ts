import type { Staff } from '#server/lib/actor.ts';

/** Whom a request must be assigned to so that this person reaches it: a technician reaches only their own (spec §6); null for anyone. */
export const onlyOwn = (actor: Pick<Staff, 'id' | 'role'>): number | null =>
  actor.role === 'technician' ? actor.id : null;
