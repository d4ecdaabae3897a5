import type { Business } from '#contract/business.ts';
import { readPhones, telLink } from '#contract/texts/phones.ts';
import type { ShownBusiness } from '#web/lib/business.tsx';

const callTo = (text: string) => readPhones(text).map(telLink).find(Boolean) ?? 'tel:';

/** Made where a document is, so that a page of the site needs no code that reads numbers. */
export const shownBusiness = (business: Business): ShownBusiness => ({
  ...business,
  calls: { phone: callTo(business.phone), emergency_phone: callTo(business.emergency_phone) },
});
