import { describe, expect, it } from 'vitest';
import type { Business } from '#contract/business.ts';
import { addressText, hoursLines, hoursText } from './hours.ts';
import { openState } from './open-state.ts';

const day = { opens: '07:30', closes: '16:00' };
const short = { opens: '08:00', closes: '12:00' };
const week = {
  monday: day,
  tuesday: day,
  wednesday: day,
  thursday: day,
  friday: day,
  saturday: null,
  sunday: null,
} satisfies Business['hours'];

describe('office hours as text', () => {
  it('joins consecutive days with the same hours', () => {
    expect(hoursText(week)).toBe('Monday to Friday, 7:30 AM to 4:00 PM');
    expect(hoursLines({ ...week, wednesday: null, friday: short, saturday: short })).toEqual([
      'Monday to Tuesday, 7:30 AM to 4:00 PM',
      'Thursday, 7:30 AM to 4:00 PM',
      'Friday to Saturday, 8:00 AM to 12:00 PM',
    ]);
  });

  it('formats midnight and noon, and has a text for an office that never opens', () => {
    expect(hoursText({ ...week, sunday: { opens: '00:05', closes: '12:00' } })).toContain('12:05 AM to 12:00 PM');
    const never = { monday: null, tuesday: null, wednesday: null, thursday: null, friday: null };
    expect(hoursText({ ...week, ...never })).toBe('By appointment');
  });
});

it('formats an address in one line', () => {
  const address = { street: '1 Sample Way', city: 'Orlando', region: 'FL', postal_code: '32801', country: 'US' };
  expect(addressText(address)).toBe('1 Sample Way, Orlando, FL 32801');
});

describe('open or closed', () => {
  const closures = [
    { date: '2026-11-26', name: 'Thanksgiving' },
    { date: '2026-11-27', name: 'Day after Thanksgiving' },
  ];
  const at = (instant: string, changes: Partial<Business> = {}) =>
    openState({ hours: week, closures, time_zone: 'America/New_York', ...changes } as Business, Date.parse(instant));

  it.each([
    ['a minute before opening', '2026-11-23T12:29:59Z', { isOpen: false, opens: 'today at 7:30 AM', closure: null }],
    ['at opening', '2026-11-23T12:30:00Z', { isOpen: true, closes: '4:00 PM' }],
    ['in the last minute', '2026-11-23T20:59:59Z', { isOpen: true, closes: '4:00 PM' }],
    ['at closing', '2026-11-23T21:00:00Z', { isOpen: false, opens: 'tomorrow at 7:30 AM', closure: null }],
    [
      'after midnight in UTC only',
      '2026-11-24T01:00:00Z',
      { isOpen: false, opens: 'tomorrow at 7:30 AM', closure: null },
    ],
    ['on Friday evening', '2026-11-20T22:00:00Z', { isOpen: false, opens: 'Monday at 7:30 AM', closure: null }],
    ['on Sunday', '2026-11-22T15:00:00Z', { isOpen: false, opens: 'tomorrow at 7:30 AM', closure: null }],
    ['on a holiday', '2026-11-26T15:00:00Z', { isOpen: false, opens: 'Monday at 7:30 AM', closure: 'Thanksgiving' }],
    [
      'on the eve of a long weekend',
      '2026-11-25T22:00:00Z',
      { isOpen: false, opens: 'Monday at 7:30 AM', closure: null },
    ],
    ['an hour later in UTC before daylight saving ends', '2026-10-30T11:30:00Z', { isOpen: true, closes: '4:00 PM' }],
    ['the same hour after it', '2026-11-02T11:30:00Z', { isOpen: false, opens: 'today at 7:30 AM', closure: null }],
  ])('%s', (_, instant, expected) => {
    expect(at(instant)).toEqual(expected);
  });

  it("uses the business's time zone", () => {
    expect(at('2026-11-23T06:00:00Z', { time_zone: 'Asia/Kolkata' })).toEqual({ isOpen: true, closes: '4:00 PM' });
  });

  it('shows a date when the next opening is more than a week away', () => {
    const holidays = Array.from({ length: 9 }, (_, i) => ({ date: `2026-12-${i + 23}`, name: 'Winter break' }));
    expect(at('2026-12-23T15:00:00Z', { closures: holidays })).toEqual({
      isOpen: false,
      opens: 'January 1 at 7:30 AM',
      closure: 'Winter break',
    });
  });

  it('has no next opening when the office never opens', () => {
    const never = { monday: null, tuesday: null, wednesday: null, thursday: null, friday: null };
    expect(at('2026-11-23T15:00:00Z', { hours: { ...week, ...never } })).toEqual({
      isOpen: false,
      opens: null,
      closure: null,
    });
  });
});
