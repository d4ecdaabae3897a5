import { expect, it } from 'vitest';
import { roles } from '#contract/words/roles.ts';
import { onlyOwn } from './requests.policy.ts';

it('lets a technician reach only what is assigned to them, and the others and a key every request', () => {
  const reach = roles.map((role) => [role, onlyOwn({ kind: 'staff', id: 7, role })]);
  expect(Object.fromEntries(reach)).toEqual({ admin: null, technician: 7, auditor: null });
  expect(onlyOwn({ kind: 'key' })).toBeNull();
});
