import type { ApiKey, Staff } from '#server/lib/actor.ts';

/**
 * Whom a request must be assigned to so that this caller reaches it: a technician reaches only their own (spec §6); null for anyone. A
 * key reaches every request.
 */
export const onlyOwn = (caller: Pick<Staff, 'kind' | 'id' | 'role'> | Pick<ApiKey, 'kind'>): number | null =>
  caller.kind === 'staff' && caller.role === 'technician' ? caller.id : null;
