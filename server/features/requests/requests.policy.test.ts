import { expect, it } from 'vitest';
import { roles } from '#contract/words/roles.ts';
import { onlyOwn } from './requests.policy.ts';

it('lets a technician reach only what is assigned to them, and the others every request', () => {
  const reach = roles.map((role) => [role, onlyOwn({ id: 7, role })]);
  expect(Object.fromEntries(reach)).toEqual({ admin: null, technician: 7, auditor: null });
});
