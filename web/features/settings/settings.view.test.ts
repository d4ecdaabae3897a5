import { describe, expect, it } from 'vitest';
import { type Business, business } from '#contract/business.ts';
import {
  comingClosures,
  dateIn,
  hoursToStartWith,
  isPast,
  longDate,
  matchesZone,
  previewOf,
  shownFields,
  valuesOf,
  zoneChoices,
} from './settings.view.ts';

const open = { opens: '07:30', closes: '16:00' };
const details: Business = {
  name: 'Halyard',
  tagline: 'Lights',
  phone: '(407) 555-0142',
  emergency_phone: '(407) 555-0199',
  email: 'service@halyard.example',
  address: { street: '1 Sample Parkway', city: 'Orlando', region: 'FL', postal_code: '32801', country: 'US' },
  service_area: 'Orlando',
  license: '',
  time_zone: 'America/New_York',
  hours: { monday: open, tuesday: open, wednesday: open, thursday: open, friday: open, saturday: null, sunday: null },
  closures: [],
  socials: [],
};
const closed = (date: string, name = 'Off') => ({ date, name });

describe('valuesOf', () => {
  it('omits version and time, and sorts the closed days', () => {
    const closures = [closed('2026-12-25'), closed('2026-01-01'), closed('2026-11-26')];
    const settings = { ...details, closures, version: 4, updated_at: '2026-01-01T00:00:00Z' };
    expect(valuesOf(settings)).toEqual({
      ...details,
      closures: [closed('2026-01-01'), closed('2026-11-26'), closed('2026-12-25')],
    });
  });
});

describe('hoursToStartWith', () => {
  it("copies Monday's hours, or uses the default hours", () => {
    expect(hoursToStartWith(open)).toEqual(open);
    expect(hoursToStartWith(open)).not.toBe(open);
    expect(hoursToStartWith(null)).toEqual({ opens: '08:00', closes: '17:00' });
  });
});

describe('dates', () => {
  it('are in the given time zone', () => {
    const now = Date.parse('2026-03-01T03:30:00Z');
    expect(dateIn('America/New_York', now)).toBe('2026-02-28');
    expect(dateIn('Asia/Tokyo', now)).toBe('2026-03-01');
  });

  it('are past only before today; a blank date is not past', () => {
    expect(['2026-02-27', '2026-02-28', '2026-03-01', ''].map((date) => isPast(date, '2026-02-28'))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('are formatted in full; an incomplete date gives null', () => {
    expect(longDate('2026-12-25')).toBe('Friday, December 25, 2026');
    expect(['', '2026-13-01', '0'].map(longDate)).toEqual([null, null, null]);
  });
});

describe('comingClosures', () => {
  it('are the complete ones from today on, soonest first', () => {
    const closures = [
      closed('2026-12-25'),
      closed('2026-02-27'),
      closed(''),
      closed('2026-03-05', ' '),
      closed('2026-02-28'),
    ];
    expect(comingClosures(closures, '2026-02-28')).toEqual([closed('2026-02-28'), closed('2026-12-25')]);
  });
});

describe('previewOf', () => {
  it('keeps valid details', () => expect(previewOf(details)).toEqual(details));

  it.each([
    { opens: '', closes: '16:00' },
    { opens: '07:30', closes: '' },
    { opens: '16:00', closes: '07:30' },
    { opens: '16:00', closes: '16:00' },
  ])('counts a day from "$opens" to "$closes" as closed', (monday) => {
    const incomplete = { ...details, hours: { ...details.hours, monday } };
    expect(previewOf(incomplete).hours).toEqual({ ...details.hours, monday: null });
    expect(incomplete.hours.monday).toBe(monday);
  });

  it('uses UTC for an unknown time zone', () => {
    expect(['', 'America/Orlando'].map((time_zone) => previewOf({ ...details, time_zone }).time_zone)).toEqual([
      'UTC',
      'UTC',
    ]);
  });
});

describe('zones', () => {
  it('include the present one, also under an older name, and no unknown one', () => {
    expect(zoneChoices('America/New_York').filter((zone) => zone === 'America/New_York')).toHaveLength(1);
    expect(zoneChoices('US/Eastern')[0]).toBe('US/Eastern');
    expect(zoneChoices('America/Orlando')).not.toContain('America/Orlando');
  });

  it.each(['new york', 'America/New_York', 'NEW_YORK', ' york ', ''])('are matched by "%s"', (search) =>
    expect(matchesZone('America/New_York', search)).toBe(true),
  );

  it('are not matched by another name', () => expect(matchesZone('America/New_York', 'chicago')).toBe(false));
});

it('a conflict compares every detail of the business', () => {
  const { address, hours, ...rest } = business.shape;
  const paths = [
    ...Object.keys(rest),
    ...Object.keys(address.shape).map((key) => `address.${key}`),
    ...Object.keys(hours.shape).map((key) => `hours.${key}`),
  ];
  expect(shownFields.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
});
