import { contact } from '#contract/contact.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { textLimits } from '#contract/words/limits.ts';
import { call } from '#web/lib/api-client.ts';
import { emptyRequest, type RequestValues } from './request-draft.ts';

type Message = Pick<ResponseOf<typeof contact.get>['data']['contact'], 'id' | 'name' | 'email' | 'phone' | 'message'>;

/**
 * The form's values from a contact message. The description ends with a line that names the message, when there is room
 * for it: nothing of what the visitor wrote is cut off.
 */
export function valuesFrom({ id, name, email, phone, message }: Message): { values: RequestValues; isNamed: boolean } {
  const named = `${message}\n\nFrom contact message ${id}.`;
  const isNamed = named.length <= textLimits.requestDescription;
  const description = isNamed ? named : message;
  return {
    values: { ...emptyRequest, customerName: name, customerEmail: email, customerPhone: phone ?? '', description },
    isNamed,
  };
}

/** Reads a contact message as the form's values. Loaded only when the address names one. */
export const readContact = async (id: string) => valuesFrom((await call(contact.get, { params: { id } })).data.contact);
