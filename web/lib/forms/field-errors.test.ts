import { expect, it, vi } from 'vitest';
import { ApiError } from '../api-client.ts';
import { showFieldErrors } from './field-errors.ts';

type Values = { name: string; closures: { date: string }[] };
const refusal = (...fields: string[]) =>
  new ApiError(400, { details: fields.map((field) => ({ field, message: `${field} is wrong` })) });

it('shows the errors of the form, nested ones too, and focuses the first', () => {
  const setError = vi.fn();
  const error = refusal('version', 'closures.0.date', 'name');
  expect(showFieldErrors<Values>(error, ['name', 'closures'], setError)).toBe(true);
  expect(setError.mock.calls).toEqual([
    ['closures.0.date', { type: 'server', message: 'closures.0.date is wrong' }, { shouldFocus: true }],
    ['name', { type: 'server', message: 'name is wrong' }, { shouldFocus: false }],
  ]);
});

it('tells when no error belongs to the form', () => {
  const setError = vi.fn();
  expect(showFieldErrors<Values>(refusal('names', 'version'), ['name'], setError)).toBe(false);
  expect(showFieldErrors<Values>(new Error('offline'), ['name'], setError)).toBe(false);
  expect(setError).not.toHaveBeenCalled();
});
