import { phoneDigits } from '#contract/texts/phones.ts';
import type { Customer } from './given-entries.ts';
import type { RequestValues } from './request-draft.ts';

/** The fields that tell who calls, with the word for what is in them. */
export const callerFields = { customerEmail: 'email', customerPhone: 'number' } as const;
export type CallerField = keyof typeof callerFields;

/** The address in what a mail program copies: `Dana <dana@example.com>`, `mailto:dana@example.com`. */
const addressIn = (text: string): string | undefined =>
  text.split(/[\s<>?:]/).find((part) => part.includes('@', 1) && !part.endsWith('@'));

/** The digits of a whole telephone number, and the fewest of one without its area code. */
const WHOLE_NUMBER = 10;
const SHORT_NUMBER = 7;

/**
 * What is looked up for the text of a field: the same for each notation.
 * @param isLeft whether the field was left; while somebody types only a whole number is looked up
 * @returns null when the text is too short, or no email
 */
export function askedFor(field: CallerField, text: string, isLeft: boolean): string | null {
  if (field === 'customerPhone') {
    const digits = phoneDigits(text);
    return digits.length === WHOLE_NUMBER || (isLeft && digits.length >= SHORT_NUMBER) ? digits : null;
  }
  return (isLeft && addressIn(text.toLowerCase())) || null;
}

/** The customer's details for the fields that are blank: what was typed stays. */
export function missingDetails(values: RequestValues, customer: Customer): Partial<RequestValues> {
  const details = {
    customerName: customer.name,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    customerAddress: customer.address,
    paymentAddress: customer.payment_address ?? '',
  };
  const names = Object.keys(details) as (keyof typeof details)[];
  const missing = names.filter((name) => details[name] !== '' && (values[name] ?? '').trim() === '');
  return Object.fromEntries(missing.map((name) => [name, details[name]]));
}
