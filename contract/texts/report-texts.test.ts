import { describe, expect, it } from 'vitest';
import { daysText, durationText, kpisOf, ratingText, ratingTone, shareText, topTechnicians } from './report-texts.ts';

const none = { pending: 0, assigned: 0, in_progress: 0, completed: 0, cancelled: 0 };
const person = (id: number, completed: number) => ({
  ...{
    id,
    name: `Tess ${String(id).padStart(2, '0')}`,
    is_active: true,
    total: completed,
    assigned: 0,
    in_progress: 0,
  },
  ...{ completed, rated: 0, average_rating: null },
});
const HOUR = 3_600;

describe('durationText', () => {
  it.each([
    [null, null],
    [0, '0.0 hours'],
    [HOUR, '1.0 hour'],
    [5.25 * HOUR, '5.3 hours'],
    [23.94 * HOUR, '23.9 hours'],
    // The unit is that of the duration, not of the rounded text.
    [23.97 * HOUR, '24.0 hours'],
    [24 * HOUR, '1.0 day'],
    [52 * HOUR, '2.2 days'],
    [2_400 * HOUR, '100.0 days'],
  ])('%s s: %s', (seconds, text) => expect(durationText(seconds)).toBe(text));
});

describe('the other texts', () => {
  it('have one decimal for ratings, and nothing for what there is none of', () => {
    expect([ratingText(4.25), ratingText(5), ratingText(null)]).toEqual(['4.3', '5.0', null]);
    expect([shareText(1, 3, 1), shareText(2, 3), shareText(0, 0)]).toEqual(['33.3%', '67%', null]);
  });

  it('name days', () => {
    expect(daysText({ from: '2026-11-03', to: '2026-11-09' })).toBe('Nov 3, 2026 to Nov 9, 2026');
    expect(daysText({ from: '2026-11-03', to: '2026-11-03' })).toBe('Nov 3, 2026');
    expect(daysText({ from: null, to: null })).toBeNull();
  });

  it.each([
    ['2026-10-01', '2026-10-31', 'October 2026'],
    ['2024-02-01', '2024-02-29', 'February 2024'],
    ['2024-02-01', '2024-02-28', 'Feb 1, 2024 to Feb 28, 2024'],
    ['2025-12-01', '2026-02-28', 'December 2025 to February 2026'],
    ['2025-01-01', '2025-12-31', '2025'],
    ['2023-01-01', '2025-12-31', '2023 to 2025'],
    ['2026-10-02', '2026-11-01', 'Oct 2, 2026 to Nov 1, 2026'],
  ])('name whole months and years: %s to %s', (from, to, text) => expect(daysText({ from, to })).toBe(text));
});

describe('the boxes with a badge', () => {
  const badges = (pending: number, cancelled: number) =>
    kpisOf({ total: 20, by_status: { ...none, pending, cancelled } }).map(({ badge }) => badge);
  it('change above 5 pending and above 3 cancelled', () => {
    expect(badges(5, 3)).toEqual(['On Track', 'Good', 'Active', 'Normal']);
    expect(badges(6, 4)).toEqual(['On Track', 'Needs Attention', 'Active', 'High']);
  });
});

describe('ratingTone', () => {
  it.each([
    [3.96, '4.0', 'success'],
    [3.94, '3.9', 'warning'],
    [2.95, '3.0', 'warning'],
    [2.94, '2.9', 'danger'],
  ])('%s, shown as %s, is %s', (rating, shown, tone) => {
    expect([ratingText(rating), ratingTone(rating)]).toEqual([shown, tone]);
  });
});

describe('the top technicians', () => {
  it('are ten, by completed requests and then by name', () => {
    const top = topTechnicians([person(12, 3), ...Array.from({ length: 11 }, (_, nth) => person(11 - nth, 2))]);
    expect(top.map(({ id }) => id)).toEqual([12, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(top.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('leave out who had no request', () =>
    expect(topTechnicians([person(1, 0), person(2, 1)]).map(({ id }) => id)).toEqual([2]));
});
