import { describe, expect, it } from 'vitest';
import { ownFields, rowsOf, type ShownField, withOwn } from './own-changes.ts';

type Values = { name: string; address: { city: string }; days: { date: string }[]; monday: { opens: string } | null };
const shown: readonly ShownField<Values>[] = [
  { label: 'Name', path: 'name' },
  { label: 'City', path: 'address.city' },
  { label: 'Days', path: 'days', text: (days: Values['days']) => days.map(({ date }) => date).join(', ') },
  { label: 'Monday', path: 'monday', text: (day: Values['monday']) => day?.opens ?? 'Closed' },
];
const began: Values = {
  name: 'Halyard',
  address: { city: 'Orlando' },
  days: [{ date: '1' }],
  monday: { opens: '7:30' },
};
const now: Values = { ...began, name: 'Lumen', address: { city: 'Kissimmee' } };
const mine: Values = { ...began, name: 'Mine', days: [], monday: null };
const own = ownFields(shown, began, mine);

describe("the user's own changes", () => {
  it('are the fields that differ from what the form began with; a list and a day are one value each', () => {
    expect(own.map(({ label }) => label)).toEqual(['Name', 'Days', 'Monday']);
    expect(ownFields(shown, began, structuredClone(began))).toEqual([]);
  });

  it('stand over the newest state, which keeps what they do not touch', () => {
    expect(withOwn(own, now, mine)).toEqual({ name: 'Mine', address: { city: 'Kissimmee' }, days: [], monday: null });
    expect(now.days).toEqual([{ date: '1' }]);
  });

  it('are listed beside what somebody else changed', () => {
    expect(rowsOf(shown, own, { before: began, now, mine })).toEqual([
      { field: 'Name', before: 'Halyard', now: 'Lumen', mine: 'Mine' },
      { field: 'City', before: 'Orlando', now: 'Kissimmee' },
      { field: 'Days', before: '1', now: '1', mine: '' },
      { field: 'Monday', before: '7:30', now: '7:30', mine: 'Closed' },
    ]);
  });
});
