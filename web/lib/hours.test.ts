import { expect, it } from 'vitest';
import { hoursText, telLink } from './hours.ts';

it('says a run of days as a range, and others as a list', () => {
  const opens = '07:30';
  const closes = '16:00';
  expect(hoursText({ days: [1, 2, 3, 4, 5], opens, closes })).toBe('Monday to Friday, 7:30 AM to 4:00 PM');
  expect(hoursText({ days: [1, 3, 6], opens: '00:05', closes: '12:00' })).toBe(
    'Monday, Wednesday, Saturday, 12:05 AM to 12:00 PM',
  );
});

it('makes a number a phone can dial', () => {
  expect(telLink('(407) 555-0142')).toBe('tel:+14075550142');
  expect(telLink('+49 30 5550142')).toBe('tel:+49305550142');
});
