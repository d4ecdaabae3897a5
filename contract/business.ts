import { z } from 'zod';
import { calendarDate, emailText, longText, requiredText, vital, withoutRules } from './text.ts';
import { USER_EMAIL_INVALID } from './texts/email.ts';
import { CLOSURES_MAX, LINKS_MAX, businessLimits as limits, textLimits } from './words/limits.ts';
import type { Weekday } from './words/weekdays.ts';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
/** A time of day on a 24-hour clock. */
export const clock = z
  .string({ error: 'Please enter a time' })
  .regex(CLOCK, 'Please enter a time')
  .register(vital, { reason: 'office hours are computed with it' });

/** When the office is open on a day, on a 24-hour clock in the business's zone. */
const day = z
  .strictObject({ opens: clock, closes: clock })
  .refine(
    // Equal lengths and leading zeros: as texts they order as times do. What is no time has its own text.
    ({ opens, closes }) => !CLOCK.test(opens) || !CLOCK.test(closes) || opens < closes,
    { path: ['closes'], message: 'Must be after the opening time' },
  )
  .nullable();

/** One line of text: no line breaks, no control characters, which would end up in titles and headers. */
const ONE_LINE = /^[^\p{Cc}\u2028\u2029]*$/u;
const line = (required: string, max: number) => requiredText(required, max).regex(ONE_LINE, 'Must be one line of text');

/** An absolute URL as browsers write it, which cannot be mistaken for one of our paths. */
const webAddress = z
  .url({ protocol: /^https$/, normalize: true, error: 'Please enter an address that starts with https://' })
  .refine((url) => !/^https:\/\/[^/]*@/.test(url), 'Please enter an address without a name and password');

/** A number that a phone can dial: digits and common separators. */
const phoneNumber = (required: string) =>
  requiredText(required, textLimits.phone).regex(
    /^\+?(?:[ ().-]*\d){7,15}[ ().-]*$/,
    'Please enter a phone number like (407) 555-0142',
  );

/** UTC, or an area and a place. Intl also takes an offset, and PostgreSQL an abbreviation; each reads the other's in another way. */
const ZONE_NAME = /^(?:UTC|[A-Za-z]\w*(?:\/[\w+-]+)+)$/;
export const ZONE_UNKNOWN = 'Please choose a time zone like America/New_York';

/** Whether a text names a zone of the IANA database that Intl knows. */
export function isTimeZone(zone: string): boolean {
  try {
    return ZONE_NAME.test(zone) && Boolean(Intl.DateTimeFormat('en-US', { timeZone: zone }));
  } catch {
    return false;
  }
}

const OFFSET = /^([+-])(\d\d)(?::?00)?$/;

/**
 * The IANA zone with the meaning that an earlier release gave to a name: it asked Intl alone, which takes abbreviations, any case and offsets.
 * Undefined for what has none, such as an offset with minutes.
 */
export function zoneOfEarlier(stored: unknown): string | undefined {
  if (typeof stored !== 'string') return undefined;
  const [, sign, hours] = OFFSET.exec(stored) ?? [];
  // The names of these zones have the sign of POSIX, which is the opposite.
  if (hours !== undefined) return Number(hours) === 0 ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: stored }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** An IANA zone. The server asks PostgreSQL as well before it stores one. */
const timeZone = requiredText('Time zone is required', limits.timeZone)
  .refine(isTimeZone, ZONE_UNKNOWN)
  .register(vital, { reason: 'Intl and PostgreSQL refuse an unknown zone', earlier: zoneOfEarlier });

/** All details of the contractor that the product shows. An admin edits them without a code change (spec §1). */
export const business = z.strictObject({
  name: line('Name is required', limits.name),
  tagline: line('Tagline is required', limits.tagline),
  /** As people write it, for example (407) 555-0142. */
  phone: phoneNumber('Phone is required'),
  emergency_phone: phoneNumber('Emergency phone is required'),
  email: emailText('Email is required', USER_EMAIL_INVALID),
  address: z.strictObject({
    street: line('Street is required', limits.street),
    city: line('City is required', limits.city),
    region: line('State is required', limits.region),
    postal_code: line('ZIP code is required', limits.postalCode),
    /** ISO 3166, two letters. */
    country: line('Country is required', limits.country).regex(/^[A-Z]{2}$/, 'Please enter two letters like US'),
  }),
  service_area: line('Service area is required', limits.serviceArea),
  /** Blank when there is none. */
  license: longText('License must be a text', limits.license).regex(ONE_LINE, 'Must be one line of text'),
  time_zone: timeZone,
  /** Office hours by weekday; null for a day on which the office is closed. */
  hours: z.strictObject({
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  } satisfies Record<Weekday, typeof day>),
  /** Dates on which the office is closed regardless of the weekday, such as holidays. */
  closures: z
    .array(z.strictObject({ date: calendarDate, name: line('Please say why', limits.closureName) }))
    .max(CLOSURES_MAX, `At most ${CLOSURES_MAX} closed days`),
  /** Links to the business's pages on other sites, shown in the footer. */
  socials: z
    .array(
      z.strictObject({
        name: line('Name is required', limits.linkName),
        url: line('Address is required', limits.linkAddress)
          .pipe(webAddress)
          .register(vital, { reason: 'every page links to it, so it must not run a script' }),
      }),
    )
    .max(LINKS_MAX, `At most ${LINKS_MAX} links`),
});
export type Business = z.infer<typeof business>;

/** The details as answers and events have them: an earlier release may have stored what the rules for input refuse today. */
export const storedBusiness = withoutRules(business);
