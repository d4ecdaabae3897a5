import { describe, expect, it } from 'vitest';
import type { Business } from '#contract/business.ts';
import { structuredData } from './structured-data.ts';

const open = { opens: '07:30', closes: '16:00' };
const business = {
  name: 'Lamp & Co',
  tagline: 'Light',
  phone: '(407) 555-0100',
  emergency_phone: '(407) 555-0101',
  email: 'a@lamp.example',
  address: { street: '1 Way', city: 'Orlando', region: 'FL', postal_code: '32801', country: 'US' },
  service_area: 'Orlando',
  license: '',
  time_zone: 'America/New_York',
  hours: {
    monday: open,
    tuesday: open,
    wednesday: null,
    thursday: open,
    friday: { opens: '08:00', closes: '12:00' },
    saturday: null,
    sunday: null,
  },
  closures: [],
  socials: [],
} satisfies Business;

const graphOf = (changes: Partial<Business> = {}, path = '/about') => {
  const page = { path, meta: { title: 'About', description: 'Who we are' } };
  const { '@graph': graph } = structuredData({ ...business, ...changes }, 'https://lamp.example', page) as {
    '@graph': Record<string, unknown>[];
  };
  return (type: string) => graph.find((node) => node['@type'] === type) ?? {};
};

describe('structured data', () => {
  it('lists the opening hours with one entry for days with the same hours', () => {
    expect(graphOf()('Electrician').openingHoursSpecification).toEqual([
      {
        '@type': 'OpeningHoursSpecification',
        opens: '07:30',
        closes: '16:00',
        dayOfWeek: ['https://schema.org/Monday', 'https://schema.org/Tuesday', 'https://schema.org/Thursday'],
      },
      {
        '@type': 'OpeningHoursSpecification',
        opens: '08:00',
        closes: '12:00',
        dayOfWeek: ['https://schema.org/Friday'],
      },
    ]);
  });

  it('leaves out closed days, links and license when there are none', () => {
    const bare = graphOf()('Electrician');
    for (const key of ['specialOpeningHoursSpecification', 'sameAs', 'hasCredential'])
      expect(bare).not.toHaveProperty(key);
    const full = graphOf({
      license: 'EC1',
      closures: [{ date: '2026-12-25', name: 'Christmas Day' }],
      socials: [{ name: 'Page', url: 'https://social.example/lamp' }],
    })('Electrician');
    expect(full.specialOpeningHoursSpecification).toEqual([
      expect.objectContaining({ validFrom: '2026-12-25', validThrough: '2026-12-25', opens: '00:00', closes: '00:00' }),
    ]);
    expect(full.sameAs).toEqual(['https://social.example/lamp']);
    expect(full.hasCredential).toMatchObject({ name: 'EC1' });
  });

  it('lists six services and a breadcrumb to the home page', () => {
    const graph = graphOf();
    expect(graph('Electrician').hasOfferCatalog).toHaveProperty('itemListElement.length', 6);
    expect(graph('WebPage')).toMatchObject({
      url: 'https://lamp.example/about',
      breadcrumb: { itemListElement: [{ item: 'https://lamp.example/' }, { item: 'https://lamp.example/about' }] },
    });
    expect(graphOf({}, '/')('WebPage')).not.toHaveProperty('breadcrumb');
  });
});
