import { describe, expect, it } from 'vitest';
import { type Content, changesOf } from './diff.ts';

const reading = { people: new Map([[7, 'Tess Volt']]), timeZone: 'America/New_York' };
const changes = (before: Content, after: Content) => changesOf(before, after, reading);

describe('changesOf', () => {
  it('leaves out what stayed the same, and shows values in words', () => {
    const before = { status: 'pending', assigned_to: null, title: 'Dark lot', is_active: true, priority: 'low' };
    const after = { status: 'assigned', assigned_to: 7, title: 'Dark lot', is_active: false, priority: 'urgent' };
    expect(changes(before, after)).toEqual([
      { field: 'Status', before: 'Pending', after: 'Assigned' },
      { field: 'Assigned to', before: null, after: 'Tess Volt (no. 7)' },
      { field: 'Active', before: 'Yes', after: 'No' },
      { field: 'Priority', before: 'Low', after: 'Emergency' },
    ]);
  });

  it('names roles, invitations and the statuses of messages as the screens do', () => {
    expect(changes(null, { role: 'technician', is_invited: true })).toEqual([
      { field: 'Role', before: null, after: 'Technician' },
      { field: 'Invited', before: null, after: 'Yes' },
    ]);
    expect(changes({ status: 'new' }, { status: 'spam' })).toEqual([{ field: 'Status', before: 'New', after: 'Spam' }]);
  });

  it('shows what was added and what was deleted as a whole, without what has no value', () => {
    expect(changes(null, { name: 'Cora', phone: null, notes: '' })).toEqual([
      { field: 'Name', before: null, after: 'Cora' },
    ]);
    expect(changes({ name: 'Cora' }, null)).toEqual([{ field: 'Name', before: 'Cora', after: null }]);
    expect(changes(null, null)).toEqual([]);
  });

  it('shows a flag that only a change has when it is set', () => {
    const before = { name: 'Tess' };
    expect(changes(before, { name: 'Tess', password_changed: false })).toEqual([]);
    expect(changes(before, { name: 'Tess', password_changed: true })).toEqual([
      { field: 'Password changed', before: null, after: 'Yes' },
    ]);
  });

  it('leads to a value inside other values by its path', () => {
    const hours = (from: string) => ({
      hours: { monday: [{ from, to: '17:00' }], sunday: [] },
      areas: ['Orlando', 'Winter Park'],
    });
    expect(changes(hours('08:00'), hours('09:00'))).toEqual([
      { field: 'Hours › Monday 1 › From', before: '08:00', after: '09:00' },
    ]);
    expect(changes({ areas: ['Orlando'] }, hours('08:00')).find(({ field }) => field === 'Areas')).toEqual({
      ...{ field: 'Areas', before: 'Orlando', after: 'Orlando, Winter Park' },
    });
  });

  it('names the people whom an export was filtered by, and keeps the number of those who are not known', () => {
    expect(changes(null, { filters: { technician: '7', actor: '8', status: 'pending' } })).toEqual([
      { field: 'Filters › Technician', before: null, after: 'Tess Volt (no. 7)' },
      { field: 'Filters › Actor', before: null, after: 'User no. 8' },
      { field: 'Filters › Status', before: null, after: 'Pending' },
    ]);
  });

  it('shows times in the business’s time zone', () => {
    expect(changes(null, { created_at: '2026-01-12T17:00:00.000Z' })).toEqual([
      { field: 'Created at', before: null, after: 'Jan 12, 2026, 12:00:00 PM EST' },
    ]);
  });
});
