import { z } from 'zod';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 07:30');

/** Everything the product says about the contractor: one place, changeable by the owner without touching code. */
export const business = z.strictObject({
  name: z.string().min(1),
  tagline: z.string().min(1),
  /** As people read it, for example (407) 555-0142. */
  phone: z.string().min(1),
  emergency_phone: z.string().min(1),
  email: z.string().min(3),
  address: z.string().min(1),
  service_area: z.string().min(1),
  license: z.string().min(1),
  /** An IANA zone; "today" and office hours are meant in it. */
  time_zone: z.string().refine((zone) => {
    try {
      return Boolean(Intl.DateTimeFormat('en-US', { timeZone: zone }));
    } catch {
      return false;
    }
  }, 'must be a time zone like America/New_York'),
  /** Office days, 1 = Monday to 7 = Sunday, and hours in the zone above. */
  hours: z.strictObject({ days: z.array(z.int().min(1).max(7)).min(1), opens: clock, closes: clock }),
});
export type Business = z.infer<typeof business>;
