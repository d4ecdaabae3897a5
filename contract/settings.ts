import { z } from 'zod';
import { business, storedBusiness } from './business.ts';
import { endpoint } from './endpoint.ts';
import { rowId, seenVersion, time } from './text.ts';

/** The contractor's details, with the version to send back with an edit. */
const businessSettings = z.object({ ...storedBusiness.shape, version: rowId, updated_at: time });
export type BusinessSettings = z.infer<typeof businessSettings>;

export const updateSettingsBody = business.extend({ version: seenVersion }).meta({
  examples: [
    {
      name: 'Example Lighting',
      tagline: 'Commercial lighting in Orlando',
      phone: '(407) 555-0100',
      emergency_phone: '(407) 555-0101',
      email: 'service@lighting.example',
      address: { street: '1 Sample Street', city: 'Orlando', region: 'FL', postal_code: '32801', country: 'US' },
      service_area: 'Orlando and Central Florida',
      license: 'Sample license EC00000000',
      time_zone: 'America/New_York',
      hours: {
        monday: { opens: '07:30', closes: '16:00' },
        tuesday: { opens: '07:30', closes: '16:00' },
        wednesday: { opens: '07:30', closes: '16:00' },
        thursday: { opens: '07:30', closes: '16:00' },
        friday: { opens: '07:30', closes: '16:00' },
        saturday: null,
        sunday: null,
      },
      closures: [{ date: '2026-12-25', name: 'Christmas Day' }],
      socials: [{ name: 'LinkedIn', url: 'https://social.example/company/example-lighting' }],
      version: 1,
    },
  ],
});

/** The business details that the site, the dashboards and the server read. Admins edit them. */
export const settings = {
  get: endpoint({
    kind: 'json',
    summary: 'Returns the business details, their version and the time of the last change.',
    refuses: [],
    method: 'GET',
    path: '/settings',
    access: ['admin', 'auditor'],
    response: z.object({ settings: businessSettings }),
  }),
  update: endpoint({
    kind: 'json',
    summary: 'Replaces the business details.',
    refuses: ['conflict'],
    method: 'PUT',
    path: '/settings',
    access: ['admin'],
    body: updateSettingsBody,
    edits: Object.keys(business.shape).filter((name) => name !== 'hours'),
    response: z.object({ settings: businessSettings }),
  }),
};
