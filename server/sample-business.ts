import type { Business } from '#contract/business.ts';

const weekday = { opens: '07:30', closes: '16:00' };

/** The fictional contractor that a new installation shows until an admin edits the Settings screen. */
export const sampleBusiness: Business = {
  name: 'Halyard Lighting & Electric',
  tagline: 'Commercial lighting and electrical service in Orlando',
  phone: '(407) 555-0142',
  emergency_phone: '(407) 555-0199',
  email: 'service@halyard.example',
  address: {
    street: '1200 Sample Parkway, Suite 140',
    city: 'Orlando',
    region: 'FL',
    postal_code: '32801',
    country: 'US',
  },
  service_area: 'Orlando and Central Florida',
  license: 'Sample license EC00000000',
  time_zone: 'America/New_York',
  hours: {
    monday: weekday,
    tuesday: weekday,
    wednesday: weekday,
    thursday: weekday,
    friday: weekday,
    saturday: null,
    sunday: null,
  },
  closures: [],
  socials: [],
};
