import type { Business } from '#contract/business.ts';
import { paths } from '#contract/words/paths.ts';
import type { Weekday } from '#contract/words/weekdays.ts';
import type { PageMeta } from '#web/lib/page-meta.ts';
import { services } from '#web/lib/services.ts';

const SCHEMA = 'https://schema.org';
const dayUrl = (day: string) => `${SCHEMA}/${day.charAt(0).toUpperCase()}${day.slice(1)}`;

/** Groups days with the same hours into one entry. */
function openingHours(hours: Business['hours']) {
  const byHours = new Map<string, { opens: string; closes: string; dayOfWeek: string[] }>();
  for (const [day, open] of Object.entries(hours) as [Weekday, Business['hours'][Weekday]][]) {
    if (!open) continue;
    const key = `${open.opens} ${open.closes}`;
    const entry = byHours.get(key) ?? { ...open, dayOfWeek: [] };
    entry.dayOfWeek.push(dayUrl(day));
    byHours.set(key, entry);
  }
  return [...byHours.values()].map((entry) => ({ '@type': 'OpeningHoursSpecification', ...entry }));
}

/** Leaves a property out when its list is empty. */
const listed = (property: string, values: readonly unknown[]) => (values.length ? { [property]: values } : {});

/** Describes the contractor for search engines (schema.org Electrician, a LocalBusiness). */
function contractor(business: Business, origin: string) {
  const { address } = business;
  return {
    '@type': 'Electrician',
    '@id': `${origin}/#business`,
    name: business.name,
    description: business.tagline,
    url: `${origin}/`,
    telephone: business.phone,
    email: business.email,
    logo: `${origin}/icons/icon-512.png`,
    image: `${origin}/og/home.png`,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.region,
      postalCode: address.postal_code,
      addressCountry: address.country,
    },
    areaServed: business.service_area,
    openingHoursSpecification: openingHours(business.hours),
    // In schema.org, a day that opens and closes at midnight is closed all day.
    ...listed(
      'specialOpeningHoursSpecification',
      business.closures.map(({ date }) => ({
        '@type': 'OpeningHoursSpecification',
        opens: '00:00',
        closes: '00:00',
        validFrom: date,
        validThrough: date,
      })),
    ),
    contactPoint: [
      { '@type': 'ContactPoint', contactType: 'customer service', telephone: business.phone, email: business.email },
      { '@type': 'ContactPoint', contactType: 'emergency', telephone: business.emergency_phone },
    ],
    ...(business.license && {
      hasCredential: {
        '@type': 'EducationalOccupationalCredential',
        credentialCategory: 'license',
        name: business.license,
      },
    }),
    ...listed(
      'sameAs',
      business.socials.map(({ url }) => url),
    ),
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: 'Services',
      itemListElement: services.map(({ slug, name, short }) => ({
        '@type': 'Offer',
        url: `${origin}${paths.request(slug)}`,
        itemOffered: { '@type': 'Service', name, description: short },
      })),
    },
  };
}

/**
 * Builds the JSON-LD graph that describes a public page and the contractor.
 * @param page.path the page's path without its query
 */
export function structuredData(business: Business, origin: string, page: { path: string; meta: PageMeta }): object {
  const url = `${origin}${page.path}`;
  const about = { '@id': `${origin}/#business` };
  const crumb = (position: number, name: string, item: string) => ({ '@type': 'ListItem', position, name, item });
  return {
    '@context': SCHEMA,
    '@graph': [
      contractor(business, origin),
      {
        '@type': 'WebSite',
        '@id': `${origin}/#website`,
        name: business.name,
        url: `${origin}/`,
        inLanguage: 'en-US',
        publisher: about,
      },
      {
        '@type': 'WebPage',
        '@id': url,
        url,
        name: page.meta.title,
        description: page.meta.description,
        inLanguage: 'en-US',
        isPartOf: { '@id': `${origin}/#website` },
        about,
        ...(page.path !== paths.home && {
          breadcrumb: {
            '@type': 'BreadcrumbList',
            itemListElement: [crumb(1, 'Home', `${origin}/`), crumb(2, page.meta.title, url)],
          },
        }),
      },
    ],
  };
}
