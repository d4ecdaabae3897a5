import { contact } from '#contract/contact.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { call } from '#web/lib/api-client.ts';
import { emptyRequest, type RequestValues } from './request-draft.ts';

type Message = Pick<ResponseOf<typeof contact.get>['data']['contact'], 'name' | 'email' | 'phone' | 'message'>;

/** The form's values from a contact message: nothing of what the visitor wrote is cut off or added to. */
export const valuesFrom = ({ name, email, phone, message }: Message): RequestValues => ({
  ...emptyRequest,
  customerName: name,
  customerEmail: email,
  customerPhone: phone ?? '',
  description: message,
});

/** Reads a contact message as the form's values. Loaded only when the address names one. */
export const readContact = async (id: string) => valuesFrom((await call(contact.get, { params: { id } })).data.contact);
