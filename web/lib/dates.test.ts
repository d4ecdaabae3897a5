import { describe, expect, it } from 'vitest';
import { fileDate, formatDate, formatDateTime, formatTime, relativeTime, shortRelativeTime } from './dates.ts';

const NEW_YORK = 'America/New_York';
const now = Date.parse('2026-11-21T12:00:00.000Z');
const ago = (milliseconds: number) => relativeTime(new Date(now - milliseconds).toISOString(), now, NEW_YORK);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [59 * SECOND, 'just now'],
    [-5 * SECOND, 'just now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE + 59 * SECOND, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [DAY - SECOND, '23 hours ago'],
    [DAY, '1 day ago'],
    [7 * DAY - SECOND, '6 days ago'],
    [7 * DAY, 'Nov 14, 2026'],
  ])('%i ms ago reads %s', (age, text) => expect(ago(age)).toBe(text));
});

describe('shortRelativeTime', () => {
  it.each([
    [0, 'just now'],
    [51 * MINUTE, '51m ago'],
    [13 * HOUR, '13h ago'],
    [6 * DAY, '6d ago'],
    [7 * DAY, 'Nov 14'],
    [324 * DAY, 'Jan 1'],
    [325 * DAY, 'Dec 31, 2025'],
  ])('%i ms ago reads %s', (age, text) =>
    expect(shortRelativeTime(new Date(now - age).toISOString(), now, NEW_YORK)).toBe(text),
  );
});

describe('dates', () => {
  it("are in the business's time zone, not the browser's", () => {
    expect(formatDate('2026-11-21T03:30:00.000Z', NEW_YORK)).toBe('Nov 20, 2026');
    expect(formatDate('2026-11-21T03:30:00.000Z', 'Asia/Kolkata')).toBe('Nov 21, 2026');
  });

  it('are a clock time today, and have a date on another day', () => {
    expect(formatTime(now - 5 * HOUR, now, NEW_YORK)).toMatch(/^2:00\sAM$/);
    expect(formatTime(now - 8 * HOUR, now, NEW_YORK)).toMatch(/^Nov 20, 2026, 11:00\sPM$/);
  });

  it('follow daylight saving', () => {
    expect(formatDateTime('2026-07-01T11:30:00.000Z', NEW_YORK)).toMatch(/^Jul 1, 2026, 7:30\sAM$/);
    expect(formatDateTime('2026-12-01T11:30:00.000Z', NEW_YORK)).toMatch(/^Dec 1, 2026, 6:30\sAM$/);
  });
});

describe('fileDate', () => {
  it('is the day in the time zone', () => {
    expect(fileDate(new Date('2026-11-22T03:00:00.000Z'), NEW_YORK)).toBe('2026-11-21');
    expect(fileDate(new Date('2026-11-22T03:00:00.000Z'), 'UTC')).toBe('2026-11-22');
  });
});
