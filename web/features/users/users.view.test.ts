import { describe, expect, it } from 'vitest';
import type { User } from '#contract/users.ts';
import { isAssignable, matchesUser, noUserFilters } from './users.view.ts';

const marcus: User = {
  id: 2,
  name: 'Marcus Reyes',
  email: 'marcus@brightline.example',
  phone: '(407) 555-0102',
  role: 'technician',
  base_location: null,
  is_active: true,
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
};

describe('matchesUser', () => {
  it.each(['', ' REYES ', 'brightline', '555-0102'])('finds by name, email or phone without case: "%s"', (search) =>
    expect(matchesUser(marcus, { ...noUserFilters, search })).toBe(true),
  );

  it('needs every filter to agree', () => {
    expect(matchesUser(marcus, { ...noUserFilters, search: 'ivy' })).toBe(false);
    expect(matchesUser(marcus, { ...noUserFilters, role: 'admin' })).toBe(false);
    expect(matchesUser(marcus, { search: 'marcus', role: 'technician', active: 'inactive' })).toBe(false);
    expect(matchesUser({ ...marcus, phone: null }, { search: 'marcus', role: 'technician', active: 'active' })).toBe(
      true,
    );
  });
});

describe('isAssignable', () => {
  it('takes active technicians and admins only', () => {
    expect(isAssignable(marcus)).toBe(true);
    expect(isAssignable({ ...marcus, role: 'admin' })).toBe(true);
    expect(isAssignable({ ...marcus, role: 'auditor' })).toBe(false);
    expect(isAssignable({ ...marcus, is_active: false })).toBe(false);
  });
});
