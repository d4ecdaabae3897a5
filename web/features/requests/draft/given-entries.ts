import { contact } from '#contract/contact.ts';
import { customers } from '#contract/customers.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { readPhones } from '#contract/texts/phones.ts';
import { call } from '#web/lib/api-client.ts';
import { emptyRequest, type RequestValues } from './request-draft.ts';

/** What a form is filled in from, the contact message that it is if it is one, and the form's values. */
export type GivenEntries = { from: string; contact: number | null; values: RequestValues };

type Message = Pick<ResponseOf<typeof contact.get>['data']['contact'], 'id' | 'name' | 'email' | 'phone' | 'message'>;
/** What a form may take over from a customer. */
export type Customer = Pick<
  ResponseOf<typeof customers.get>['customer'],
  'name' | 'email' | 'phone' | 'address' | 'payment_address'
>;

/**
 * The form as a contact message fills it in: nothing of what the visitor wrote is cut off or added to.
 * @param customer the customer with the sender's email, who fills in what a message does not have
 */
export const fromMessage = ({ id, name, email, phone, message }: Message, customer?: Customer): GivenEntries => ({
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

/** The form for somebody who calls for the first time. */
export const fromPhone = (phone: string): GivenEntries => ({
  from: `the phone number ${phone}`,
  contact: null,
  values: { ...emptyRequest, customerPhone: phone },
});

/** The customers whom a search finds; none if it fails: the form can be filled in all the same. */
async function search(text: string): Promise<Customer[]> {
  try {
    return (await call(customers.list, { query: { search: text } })).customers;
  } catch {
    return [];
  }
}

/** Finds the customers with a whole email, or with all digits of a phone number. Loaded only when somebody is looked up. */
export const findCustomers = {
  customerEmail: async (email: string) => (await search(email)).filter((found) => found.email.toLowerCase() === email),
  customerPhone: async (digits: string) =>
    (await search(digits)).filter((found) => readPhones(found.phone).some((number) => number.digits === digits)),
};

/** Reads what the address names. Loaded only when it names something. */
export const readEntries = {
  contact: async (id: string) => {
    const message = (await call(contact.get, { params: { id } })).data.contact;
    const [customer] = await findCustomers.customerEmail(message.email.toLowerCase());
    return fromMessage(message, customer);
  },
  customer: async (id: string) => fromCustomer((await call(customers.get, { params: { id } })).customer),
  phone: (phone: string) => fromPhone(phone),
};
