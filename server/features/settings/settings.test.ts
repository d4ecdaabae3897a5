import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Business } from '#contract/business.ts';
import { deskTime } from '#server/lib/dates.ts';
import { sampleBusiness } from '#server/sample-business.ts';
import { as, type Person } from '#server/testing/factories.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await testApp();
  admin = await as(test, 'admin', { name: 'Ada Admin' });
});
afterAll(() => test.close());
beforeEach(() => admin.call(api.settings.update, { body: sampleBusiness }));

const put = (fields: object = {}, by: Person = admin) =>
  by.attempt(api.settings.update, { body: { ...sampleBusiness, ...fields } });
const read = async () => (await admin.call(api.settings.get, {})).settings;
const trail = () =>
  test.deps.db.selectFrom('audit_events').selectAll().where('action', '=', 'settings.update').orderBy('id').execute();
/** Everything that an edit changes: the stored settings, the live copy and the number of events. */
const traces = async () => ({ settings: await read(), live: test.business, events: (await trail()).length });

const { address, hours } = sampleBusiness;
const open = { opens: '08:00', closes: '12:00' };
const at = (field: keyof Business['address'], value: unknown) => ({ address: { ...address, [field]: value } });
const day = (value: unknown) => ({ hours: { ...hours, saturday: value } });
const aLink = { name: 'LinkedIn', url: 'https://social.example/us' };
const aDay = { date: '2026-12-25', name: 'Christmas Day' };
const link = (fields: object) => ({ socials: [{ ...aLink, ...fields }] });
const off = (fields: object) => ({ closures: [{ ...aDay, ...fields }] });

const PHONE = 'Please enter a phone number like (407) 555-0142';
const ZONE = 'Please choose a time zone like America/New_York';
const NO_SECRET = 'Please enter an address without a name and password';
const HTTPS = 'Please enter an address that starts with https://';

/** Every error text of the form, with a change that causes it. */
const mistakes: [field: string, message: string, change: object][] = [
  ['name', 'Name is required', { name: undefined }],
  ['name', 'Name is required', { name: ' \t ' }],
  ['name', 'Name is required', { name: 7 }],
  ['name', 'Must be at most 80 characters', { name: 'x'.repeat(81) }],
  ['name', 'Contains a character that is not allowed', { name: 'nul\u0000' }],
  ['tagline', 'Tagline is required', { tagline: '' }],
  ['tagline', 'Must be at most 120 characters', { tagline: 'x'.repeat(121) }],
  ['phone', 'Phone is required', { phone: ' ' }],
  ['phone', PHONE, { phone: 'ask Dana' }],
  ['phone', PHONE, { phone: '1234567890123456' }],
  ['phone', PHONE, { phone: '(407) 555-0142 ext. 3' }],
  ['phone', 'Must be at most 40 characters', { phone: `(407) 555-0142${' '.repeat(27)}` }],
  ['emergency_phone', 'Emergency phone is required', { emergency_phone: '' }],
  ['emergency_phone', PHONE, { emergency_phone: '++14075550199' }],
  ['email', 'Email is required', { email: '' }],
  ['email', 'Please enter a valid email address', { email: 'service@halyard' }],
  ['email', 'Must be at most 254 characters', { email: `${'x'.repeat(250)}@b.example` }],
  ['address.street', 'Street is required', at('street', '')],
  ['address.street', 'Must be at most 120 characters', at('street', 'x'.repeat(121))],
  ['address.city', 'City is required', at('city', ' ')],
  ['address.city', 'Must be at most 80 characters', at('city', 'x'.repeat(81))],
  ['address.region', 'State is required', at('region', '')],
  ['address.region', 'Must be at most 40 characters', at('region', 'x'.repeat(41))],
  ['address.postal_code', 'ZIP code is required', at('postal_code', '')],
  ['address.postal_code', 'Must be at most 20 characters', at('postal_code', '1'.repeat(21))],
  ['address.country', 'Country is required', at('country', '')],
  ['address.country', 'Please enter two letters like US', at('country', 'us')],
  ['address.country', 'Please enter two letters like US', at('country', 'U')],
  ['address.country', 'Must be at most 2 characters', at('country', 'USA')],
  ['service_area', 'Service area is required', { service_area: '' }],
  ['service_area', 'Must be at most 120 characters', { service_area: 'x'.repeat(121) }],
  ['license', 'License must be a text', { license: undefined }],
  ['license', 'License must be a text', { license: 4 }],
  ['license', 'Must be at most 120 characters', { license: 'x'.repeat(121) }],
  ['time_zone', 'Time zone is required', { time_zone: '' }],
  ['time_zone', ZONE, { time_zone: 'America/Orlando' }],
  ['time_zone', 'Must be at most 60 characters', { time_zone: 'x'.repeat(61) }],
  ['hours.saturday.opens', 'Please enter a time', day({ ...open, opens: '' })],
  ['hours.saturday.opens', 'Please enter a time', day({ ...open, opens: '07:60' })],
  ['hours.saturday.opens', 'Please enter a time', day({ ...open, opens: '0800' })],
  ['hours.saturday.opens', 'Please enter a time', day({ closes: '12:00' })],
  ['hours.saturday.closes', 'Please enter a time', day({ ...open, closes: '12:60' })],
  ['hours.saturday.closes', 'Please enter a time', day({ ...open, closes: null })],
  ['hours.saturday.closes', 'Must be after the opening time', day({ ...open, closes: '08:00' })],
  ['hours.saturday.closes', 'Must be after the opening time', day({ ...open, closes: '07:59' })],
  ['closures.0.date', 'Please enter a valid date', off({ date: '' })],
  ['closures.0.date', 'Please enter a valid date', off({ date: '2026-02-29' })],
  ['closures.0.date', 'Please enter a valid date', off({ date: '12/25/2026' })],
  ['closures.0.name', 'Please say why', off({ name: ' ' })],
  ['closures.0.name', 'Must be at most 60 characters', off({ name: 'x'.repeat(61) })],
  ['closures', 'At most 60 closed days', { closures: Array(61).fill(aDay) }],
  ['socials.0.name', 'Name is required', link({ name: '' })],
  ['socials.0.name', 'Must be at most 40 characters', link({ name: 'x'.repeat(41) })],
  ['socials.0.url', 'Address is required', link({ url: '' })],
  ['socials.0.url', HTTPS, link({ url: 'social.example/us' })],
  ['socials.0.url', HTTPS, link({ url: 'http://social.example/us' })],
  ['socials.0.url', HTTPS, link({ url: 'javascript:alert(1)' })],
  ['socials.0.url', 'Must be at most 300 characters', link({ url: `https://social.example/${'x'.repeat(300)}` })],
  ['socials.0.url', NO_SECRET, link({ url: 'https://a:b@social.example/' })],
  ['name', 'Must be one line of text', { name: 'Two\nlines' }],
  ['license', 'Must be one line of text', { license: 'EC\u001b1' }],
  ['socials', 'At most 8 links', { socials: Array(9).fill(aLink) }],
];

describe('the form', () => {
  it.each(mistakes)('refuses %s: %s (%#)', async (field, message, change) => {
    const before = await traces();
    const answer = await put(change);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'validation_failed', message, details: [{ field, message }] });
    expect(await traces()).toEqual(before);
  });
});

describe('an invalid form', () => {
  it('lists every mistake at once, under a general text', async () => {
    const answer = await admin.attempt(api.settings.update, { body: {} });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe('Please fix the errors in the form.');
    expect(new Set(answer.body.details?.map(({ field }) => field.split('.')[0]))).toEqual(
      new Set(Object.keys(sampleBusiness)),
    );
  });

  it.each([
    ['slogan', { slogan: 'Lights on' }],
    ['updated_at', { updated_at: '2026-01-01T00:00:00Z' }],
    ['address.planet', at('planet' as 'city', 'Earth')],
    ['hours.saturday.lunch', day({ ...open, lunch: '10:00' })],
    ['closures.0.every_year', off({ every_year: true })],
    ['socials.0.icon', link({ icon: 'x' })],
  ])('refuses the unknown field %s and changes nothing', async (field, change) => {
    const before = await traces();
    const answer = await put(change);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field, message: 'Unknown field' }]);
    expect(await traces()).toEqual(before);
  });

  it.each([
    ['a day that is left out', { hours: { ...hours, sunday: undefined } }],
    ['a day that does not exist', { hours: { ...hours, caturday: null } }],
    ['invalid hours', day('08:00-12:00')],
    ['an address in one line', { address: '1200 Sample Parkway, Orlando' }],
    ['closed days as a text', { closures: '2026-12-25' }],
    ['nobody', { socials: [null] }],
    ['an invalid version', { version: 0 }],
  ])('refuses %s and changes nothing', async (_what, change) => {
    const before = await traces();
    expect((await put(change)).status).toBe(400);
    expect(await traces()).toEqual(before);
  });
});

/** Details that differ from the sample in every field, with lists of the largest length. */
const others: Business = {
  name: 'Zoë’s Lighting',
  tagline: 'Poles, panels and signs',
  phone: '+1 407.555.0150',
  emergency_phone: '4075550151',
  email: 'desk@zoe.example',
  address: { street: 'Calle 1', city: 'Ponce', region: 'PR', postal_code: '00716', country: 'PR' },
  service_area: 'The south coast',
  license: '',
  time_zone: 'America/Puerto_Rico',
  hours: { ...hours, monday: { opens: '00:00', closes: '23:59' }, friday: null, saturday: open },
  closures: Array.from({ length: 60 }, (_, i) => ({ ...aDay, name: `Day ${i}` })),
  socials: Array.from({ length: 8 }, (_, i) => ({ ...aLink, name: `Page ${i}` })),
};

describe('an edit', () => {
  it('replaces all details and raises the version, and this instance uses them at once', async () => {
    const before = await read();
    const { settings } = await admin.call(api.settings.update, { body: { ...others, version: before.version } });
    expect(settings).toEqual({ ...others, version: before.version + 1, updated_at: expect.any(String) });
    expect(Date.parse(settings.updated_at)).toBeGreaterThanOrEqual(Date.parse(before.updated_at));
    expect(await read()).toEqual(settings);
    expect(test.business).toEqual(others);
    const auditor = await as(test, 'auditor');
    expect((await auditor.call(api.settings.get, {})).settings).toEqual(settings);
  });

  it('stores the trimmed input, with the e-mail address in lower case', async () => {
    const answer = await put({
      name: '  Halyard  ',
      email: ' Service@Halyard.Example ',
      license: ' ',
      ...at('city', ' Winter Park '),
      ...link({ url: ' https:social.EXAMPLE/us ' }),
    });
    expect(answer.status).toBe(200);
    expect(test.business).toMatchObject({
      name: 'Halyard',
      email: 'service@halyard.example',
      license: '',
      address: { city: 'Winter Park' },
      socials: [{ url: 'https://social.example/us' }],
    });
  });

  it('accepts a week without an open day, and no links or closed days', async () => {
    const closed = Object.fromEntries(Object.keys(hours).map((one) => [one, null]));
    expect((await put({ hours: closed, closures: [], socials: [] })).status).toBe(200);
    expect(test.business.hours).toEqual(closed);
  });

  it('leaves one event with the details before and after', async () => {
    const events = await trail();
    await put({ name: 'Halyard of Orlando', license: '' });
    const [event, ...more] = (await trail()).slice(events.length);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      actor_id: admin.id,
      actor_name: 'Ada Admin',
      actor_role: 'admin',
      entity: 'settings',
      entity_id: null,
      before: sampleBusiness,
      after: { ...sampleBusiness, name: 'Halyard of Orlando', license: '' },
    });
  });
});

describe('an edit of an older version', () => {
  it('is refused with the name of the first editor and the time, and changes nothing', async () => {
    const seen = await read();
    const olive = await as(test, 'admin', { name: 'Olive Office' });
    const first = await put({ name: 'Hers', version: seen.version }, olive);
    expect(first.status).toBe(200);
    const before = await traces();
    const answer = await put({ name: 'Mine', version: seen.version });
    expect(answer.status).toBe(409);
    const when = deskTime(new Date(before.settings.updated_at), sampleBusiness.time_zone);
    expect(answer.body).toMatchObject({
      error: 'conflict',
      message: `Olive Office changed the name on ${when}.`,
    });
    expect(await traces()).toEqual(before);
    expect((await put({ name: 'Mine', version: before.settings.version })).status).toBe(200);
  });

  it('at the same moment as another: one succeeds, and its details are stored completely', async () => {
    const { version } = await read();
    const names = ['One', 'Two'];
    const answers = await Promise.all(names.map((name) => put({ name, tagline: `${name} tagline`, version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = names[answers.findIndex(({ status }) => status === 200)];
    expect(await read()).toMatchObject({ name: winner, tagline: `${winner} tagline`, version: version + 1 });
  });

  it('is accepted when it names no version', async () => {
    await put({ name: 'Hers' });
    expect((await put({ name: 'Mine' })).status).toBe(200);
    expect(test.business.name).toBe('Mine');
  });
});

describe('a second instance', () => {
  it('gets the message of a change and uses the new details', async () => {
    const second = await testApp({}, {}, { join: test });
    try {
      const names: string[] = [];
      const heard = new Promise<void>((resolve) => {
        second.deps.settings.onChange(async () => {
          names.push(second.business.name);
          if (second.business.name === 'Heard of') resolve();
        });
      });
      expect((await put({ name: 'Heard of' })).status).toBe(200);
      await heard;
      expect(names).toEqual(['Heard of']);
      expect(second.business).toEqual(test.business);
      expect(second.deps.settings.version).toBe(test.deps.settings.version);
    } finally {
      await second.close();
    }
  });

  it('gets no message of an edit that was refused', async () => {
    const second = await testApp({}, {}, { join: test });
    try {
      const names: string[] = [];
      const heard = new Promise<void>((resolve) => {
        second.deps.settings.onChange(async () => {
          names.push(second.business.name);
          resolve();
        });
      });
      const { version } = await read();
      expect((await put({ name: 'Stale', version: version + 1 })).status).toBe(409);
      expect((await put({ name: '' })).status).toBe(400);
      expect((await put({ name: 'Accepted', version })).status).toBe(200);
      await heard;
      expect(names).toEqual(['Accepted']);
    } finally {
      await second.close();
    }
  });
});
