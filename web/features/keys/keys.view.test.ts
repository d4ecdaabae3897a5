import { expect, it } from 'vitest';
import { lastDayText, makerText, scopesText } from './keys.view.ts';

it('names what a key may read, in the order of the form', () => {
  expect(scopesText(['reports:read', 'requests:read'])).toBe('Requests, Reports');
});

it('shows the last day as it was entered, wherever the browser is', () => {
  expect(lastDayText({ last_day: '2026-12-31' })).toBe('Dec 31, 2026');
  expect(lastDayText({ last_day: null })).toBe('Never');
});

it('says that the maker of a key is inactive', () => {
  expect(makerText({ created_by: { id: 1, name: 'Max', is_active: true } })).toBe('Max');
  expect(makerText({ created_by: { id: 1, name: 'Max', is_active: false } })).toBe('Max (inactive)');
});
