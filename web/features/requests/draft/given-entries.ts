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

/** The form as a contact message fills it in: nothing of what the visitor wrote is cut off or added to. */
export const fromMessage = ({ id, name, email, phone, message }: Message): GivenEntries => ({
  from: `contact message ${id}`,
  contact: id,
  values: {
    ...emptyRequest,
    customerName: name,
    customerEmail: email,
    customerPhone: phone ?? '',
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

/** Reads what the address names. Loaded only when it names something. */
export const readEntries = {
  contact: async (id: string) => fromMessage((await call(contact.get, { params: { id } })).data.contact),
  customer: async (id: string) => fromCustomer((await call(customers.get, { params: { id } })).customer),
  phone: (phone: string) => fromPhone(phone),
};
