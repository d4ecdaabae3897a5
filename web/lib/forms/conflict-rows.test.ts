import { describe, expect, it } from 'vitest';
import {
  type ComparedField,
  collidingRows,
  comparedFields,
  conflictRows,
  enteredOf,
  ownFields,
  type ShownField,
  withOwn,
} from './conflict-rows.ts';

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

it('the rows of a conflict stand in the order of the fields: what differs, what was added, and last what has no field', () => {
  type State = { title: string; city: string; notes: readonly string[] };
  const fields: readonly ComparedField<State>[] = [
    { label: 'Title', text: ({ title }) => title },
    { label: 'City', text: ({ city }) => city },
    { label: 'New notes', added: (before, now) => now.notes.slice(before.notes.length).join() || null },
  ];
  const before: State = { title: 'Dark lot', city: 'Orlando', notes: ['First'] };
  const now: State = { ...before, city: 'Kissimmee', notes: ['First', 'Second'] };
  expect(conflictRows(fields, before, before)).toEqual([]);
  const entered = { 'Your note': 'Third', City: undefined, Title: '' };
  expect(conflictRows(fields, before, now, entered)).toEqual([
    { field: 'Title', before: 'Dark lot', now: 'Dark lot', mine: '' },
    { field: 'City', before: 'Orlando', now: 'Kissimmee' },
    { field: 'New notes', before: null, now: 'Second' },
    { field: 'Your note', before: null, now: null, mine: 'Third' },
  ]);
});

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
    expect(conflictRows(comparedFields(shown), began, now, enteredOf(own, mine))).toEqual([
      { field: 'Name', before: 'Halyard', now: 'Lumen', mine: 'Mine' },
      { field: 'City', before: 'Orlando', now: 'Kissimmee' },
      { field: 'Days', before: '1', now: '1', mine: '' },
      { field: 'Monday', before: '7:30', now: '7:30', mine: 'Closed' },
    ]);
  });
});

it('only a field that both have changed to different values needs a decision', () => {
  const row = { field: 'Phone', before: '1', now: '2' };
  const untouched = { ...row, mine: undefined };
  const alone = { ...row, now: '1', mine: '3' };
  const same = { ...row, mine: '2' };
  const cleared = { ...row, now: null, mine: '' };
  const both = { ...row, mine: '3' };
  expect(collidingRows([untouched, alone, same, cleared, both])).toEqual([both]);
});
