import { describe, expect, it } from 'vitest';
import type { User } from '#contract/users.ts';
import { comparedFields, conflictRows, enteredOf, ownFields } from '#web/lib/forms/conflict-rows.ts';
import {
  assigneeLabel,
  createdText,
  invitedText,
  isAssignable,
  matchesUser,
  shownFields,
  userFilters,
  valuesOf,
} from './users.view.ts';

const noFilters = userFilters.none;

const marcus: User = {
  id: 2,
  name: 'Marcus Reyes',
  email: 'marcus@brightline.example',
  phone: '(407) 555-0102',
  role: 'technician',
  base_location: null,
  is_active: true,
  is_invited: false,
  version: 1,
  created_at: '2026-01-01T00:00:00.000Z',
};

it('someone whom a request may be assigned to is marked while they are invited', () => {
  expect(assigneeLabel(marcus)).toBe('Marcus Reyes - marcus@brightline.example');
  expect(assigneeLabel({ ...marcus, is_invited: true })).toBe('Marcus Reyes - marcus@brightline.example (invited)');
});

it('a new user is told with what becomes of the invitation', () => {
  const created = 'User "Marcus Reyes" created successfully!';
  const invited = { ...marcus, is_invited: true };
  expect(createdText(marcus, true)).toEqual({ text: created, tone: 'success' });
  expect(createdText(invited, false)).toEqual({
    text: `${created} An invitation is on its way by mail.`,
    tone: 'success',
  });
  const unsent = createdText(invited, true);
  expect(unsent.tone).toBe('warning');
  expect(unsent.text).toMatch(/^User "Marcus Reyes" created successfully! No invitation was sent, because/);
  expect(unsent.text).toContain('Set a password under Edit and tell them, or hand over the link');
});

it('an invitation that is sent again is told with what becomes of it', () => {
  expect(invitedText(marcus, false)).toEqual({
    text: 'A new invitation to "Marcus Reyes" is on its way.',
    tone: 'success',
  });
  const unsent = invitedText(marcus, true);
  expect(unsent.tone).toBe('warning');
  expect(unsent.text).toMatch(/^No new invitation to "Marcus Reyes" was sent, because .* hand over the link/);
});

describe('matchesUser', () => {
  it.each(['', ' REYES ', 'brightline', '555-0102'])('matches name, email or phone without case: "%s"', (search) =>
    expect(matchesUser(marcus, { ...noFilters, search })).toBe(true),
  );

  it.each(['reyes marcus', '@brightline rey', '+1 407.555.0102', '4075550102', '0102', 'e'])(
    'matches all words in any order, or the digits of the phone: "%s"',
    (search) => expect(matchesUser(marcus, { ...noFilters, search })).toBe(true),
  );

  it.each(['reyes ivy', '102 reyes ivy', '4075550103', '14075550102 x', '5010'])('does not match "%s"', (search) =>
    expect(matchesUser(marcus, { ...noFilters, search })).toBe(false),
  );

  it.each([
    ["Sean O'Malley", 'O’Malley'],
    ['Sean O’Malley', "o'malley"],
  ])('matches %s by any apostrophe: "%s"', (name, search) =>
    expect(matchesUser({ ...marcus, name }, { ...noFilters, search })).toBe(true),
  );

  it('requires every filter to match', () => {
    expect(matchesUser(marcus, { ...noFilters, search: 'ivy' })).toBe(false);
    expect(matchesUser(marcus, { ...noFilters, role: 'admin' })).toBe(false);
    expect(matchesUser(marcus, { search: 'marcus', role: 'technician', active: 'inactive' })).toBe(false);
    expect(matchesUser({ ...marcus, phone: null }, { search: 'marcus', role: 'technician', active: 'active' })).toBe(
      true,
    );
  });
});

describe('isAssignable', () => {
  it('accepts active technicians and admins only', () => {
    expect(isAssignable(marcus)).toBe(true);
    expect(isAssignable({ ...marcus, role: 'admin' })).toBe(true);
    expect(isAssignable({ ...marcus, role: 'auditor' })).toBe(false);
    expect(isAssignable({ ...marcus, is_active: false })).toBe(false);
  });
});

describe('the fields that a conflict compares', () => {
  it('name what either side has touched, and never show a password', () => {
    const now = { ...marcus, phone: '1', is_active: false, version: 2 };
    const mine = { ...valuesOf(marcus), base_location: 'Winter Park', password: 'ladders-up-at-9' };
    const own = ownFields(shownFields, valuesOf(marcus), mine);
    const rows = conflictRows(comparedFields(shownFields), valuesOf(marcus), valuesOf(now), enteredOf(own, mine));
    expect(rows).toEqual([
      { field: 'Phone', before: '(407) 555-0102', now: '1' },
      { field: 'Location', before: '', now: '', mine: 'Winter Park' },
      { field: 'Status', before: 'Active', now: 'Inactive' },
      { field: 'Password', before: 'Hidden', now: 'Hidden', mine: 'A new password' },
    ]);
  });
});
