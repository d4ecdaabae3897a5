import type { Business } from '../business.ts';

/** The head of a printed document: the name of the business, and below it how to reach it. */
export type Letterhead = { name: string; lines: readonly string[] };

export const letterheadOf = ({ name, address, phone, email }: Business): Letterhead => ({
  name,
  lines: [`${address.street}, ${address.city}, ${address.region} ${address.postal_code}`, phone, email],
});
