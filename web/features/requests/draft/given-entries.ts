import { contact } from '#contract/contact.ts';
import { customers } from '#contract/customers.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/lib/api-client.ts';
import { emptyRequest, type RequestValues } from './request-draft.ts';

/** What a form is filled in from, the contact message that it is if it is one, and the form's values. */
export type GivenEntries = { from: string; contact: number | null; values: RequestValues };

type Message = Pick<ResponseOf<typeof contact.get>['data']['contact'], 'id' | 'name' | 'email' | 'phone' | 'message'>;
type Customer = Pick<
  ResponseOf<typeof customers.get>['customer'],
  'name' | 'email' | 'phone' | 'address' | 'payment_address'
>;

/**
 * The form as a contact message fills it in: nothing of what the visitor wrote is cut off or added to.
 * @param customer the customer with the sender's email, who fills in what a message does not have
 */
export const fromMessage = (
  { id, name, email, phone, message }: Message,
  customer: Customer | null = null,
): GivenEntries => ({
  from: `contact message ${id}${customer ? ` and the details of ${customer.name}` : ''}`,
  contact: id,
  values: {
    ...emptyRequest,
    customerName: name,
    customerEmail: email,
    customerPhone: phone ?? customer?.phone ?? '',
    customerAddress: customer?.address ?? '',
    paymentAddress: customer?.payment_address ?? '',
    description: message,
  },
});

/** The form for a known customer: what is wrong is still to be said. */
export const fromCustomer = ({ name, email, phone, address, payment_address }: Customer): GivenEntries => ({
  from: `the details of ${name}`,
  contact: null,
  values: {
    ...emptyRequest,
    customerName: name,
    customerEmail: email,
    customerPhone: phone,
    customerAddress: address,
    paymentAddress: payment_address ?? '',
  },
});

/** The customer with this email; null if there is none, or the search fails: the form opens all the same. */
async function customerWith(email: string): Promise<Customer | null> {
  try {
    const { customers: found } = await call(customers.list, { query: { search: email } });
    return found.find((customer) => customer.email.toLowerCase() === email.toLowerCase()) ?? null;
  } catch {
    return null;
  }
}

/** Reads what the address names. Loaded only when it names something. */
export const readEntries = {
  contact: async (id: string) => {
    const message = (await call(contact.get, { params: { id } })).data.contact;
    return fromMessage(message, await customerWith(message.email));
  },
  customer: async (id: string) => fromCustomer((await call(customers.get, { params: { id } })).customer),
};
