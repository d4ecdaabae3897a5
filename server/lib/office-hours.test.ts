import fc from 'fast-check';
import { DateTime } from 'luxon';
import { describe, expect, it } from 'vitest';
import { sampleBusiness } from '#server/sample-business.ts';
import { beforeOfficeHours } from './office-hours.ts';

const zone = 'America/New_York';
const day = { opens: '07:30', closes: '16:00' };
const business = {
  ...sampleBusiness,
  time_zone: zone,
  hours: { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: null, sunday: null },
  closures: [{ date: '2026-11-26', name: 'Thanksgiving' }],
};
const at = (text: string) => DateTime.fromISO(text, { zone }).toJSDate();
const local = (date: Date | null) => date && DateTime.fromJSDate(date, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");

describe('four office hours before', () => {
  it.each([
    ['the middle of a day', '2026-11-18T12:00', '2026-11-18T08:00'],
    ['a morning, the day before', '2026-11-18T08:30', '2026-11-17T13:00'],
    ['an evening, from closing time', '2026-11-18T21:00', '2026-11-18T12:00'],
    ['the opening of a Monday, Friday', '2026-11-16T07:30', '2026-11-13T12:00'],
    ['a Sunday, Friday', '2026-11-15T12:00', '2026-11-13T12:00'],
    ['the morning after a closed day, the day before it', '2026-11-27T08:30', '2026-11-25T13:00'],
    ['the Monday after the clocks changed, Friday', '2026-11-02T08:30', '2026-10-30T13:00'],
  ])('%s', (_, now, expected) => {
    expect(local(beforeOfficeHours(at(now), 4, business))).toBe(expected);
  });

  it('there are none when the office never opens', () => {
    const hours = {
      monday: null,
      tuesday: null,
      wednesday: null,
      thursday: null,
      friday: null,
      saturday: null,
      sunday: null,
    };
    expect(beforeOfficeHours(at('2026-11-18T12:00'), 4, { ...business, hours })).toBeNull();
  });

  it('lie as many office minutes back as a count of each minute says', () => {
    const isOpen = (instant: Date) => {
      const here = DateTime.fromJSDate(instant, { zone });
      const clock = here.toFormat('HH:mm');
      return here.weekday < 6 && here.toISODate() !== '2026-11-26' && clock >= '07:30' && clock < '16:00';
    };
    const minutes = fc.integer({ min: 0, max: 90 * 24 * 60 });
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 20 }), (offset, hours) => {
        const now = new Date(at('2026-10-01T00:00').getTime() + offset * 60_000);
        const start = beforeOfficeHours(now, hours, business);
        let open = 0;
        for (let minute = start?.getTime() ?? 0; minute < now.getTime(); minute += 60_000) {
          if (isOpen(new Date(minute))) open += 1;
        }
        expect(open).toBe(hours * 60);
      }),
      { numRuns: 60, seed: 7 },
    );
  });
});
