import { createFormControl } from 'react-hook-form';
import { expect, it } from 'vitest';
import { entriesOf, isTypedIn, placeEntries } from './form-entries.ts';

type Values = { notes: string; reason: string; password: string; visit: { place: string } };
const blank: Values = { notes: 'as saved', reason: '', password: '', visit: { place: '' } };
const fields = ['notes', 'reason', 'visit.place'] as const;

function formOf() {
  const form = createFormControl<Values>({ defaultValues: blank });
  // As on a page: before, a form has its defaults only.
  form.control._state.mount = true;
  return form;
}

it('only what is entered and not saved is kept, of the named fields', () => {
  const form = formOf();
  expect(isTypedIn(form, fields)).toBe(false);
  form.setValue('password', 'never kept', { shouldDirty: true });
  expect(isTypedIn(form, fields)).toBe(false);
  form.setValue('reason', 'no ladder', { shouldDirty: true });
  form.setValue('visit.place', 'roof', { shouldDirty: true });
  expect(isTypedIn(form, fields)).toBe(true);
  expect(entriesOf(form, fields)).toEqual({ reason: 'no ladder', 'visit.place': 'roof' });
});

it('a text that was taken away is kept as well', () => {
  const form = formOf();
  form.setValue('notes', '', { shouldDirty: true });
  expect(entriesOf(form, fields)).toEqual({ notes: '' });
  const next = formOf();
  placeEntries(next, fields, { notes: '' });
  expect(next.getValues('notes')).toBe('');
});

it('entries that are put back are unsaved again, and the other fields stay', () => {
  const form = formOf();
  placeEntries(form, fields, {
    reason: 'no ladder',
    'visit.place': 'roof',
    password: 'never placed',
    gone: 'no field',
  });
  expect(form.getValues()).toEqual({ ...blank, reason: 'no ladder', visit: { place: 'roof' } });
  expect(entriesOf(form, fields)).toEqual({ reason: 'no ladder', 'visit.place': 'roof' });
});
