import type { Business } from '#contract/business.ts';
import type { Words } from './words.ts';

/** The plain-text part of a mail: the same words as on its page. */
export function plainText(
  words: Words,
  { name, business, link }: { name: string; business: Business; link: string | null },
) {
  const { street, city, region, postal_code } = business.address;
  const blocks = [
    words.heading,
    name && `Hello ${name},`,
    ...words.before,
    words.notice,
    words.facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    words.action && link && `${words.action}:\n${link}`,
    ...words.after,
    [
      '--',
      `${business.name}, ${street}, ${city}, ${region} ${postal_code}`,
      `Phone ${business.phone}, emergencies ${business.emergency_phone}`,
      business.license,
    ]
      .filter(Boolean)
      .join('\n'),
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
