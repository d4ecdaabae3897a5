import { describe, expect, it } from 'vitest';
import { createRequestBody } from '#contract/request-forms.ts';
import { textLimits } from '#contract/words/limits.ts';
import { fromCustomer, fromMessage } from './given-entries.ts';
import { emptyRequest } from './request-draft.ts';

describe('a request from a contact message', () => {
  const message = { id: 12, name: 'Dana', email: 'dana@lamp.example', phone: null, message: 'Four of nine are out.' };

  it('has the sender and the message, and says where they are from', () => {
    expect(fromMessage({ ...message, phone: '555-0111' })).toEqual({
      from: 'contact message 12',
      contact: 12,
      values: {
        ...emptyRequest,
        customerName: 'Dana',
        customerEmail: 'dana@lamp.example',
        customerPhone: '555-0111',
        description: 'Four of nine are out.',
      },
    });
  });

  it('leaves a phone number that is not there blank', () => {
    expect(fromMessage(message).values.customerPhone).toBe('');
  });

  it('has the details of the customer with the same email, and what the message has comes first', () => {
    const known = {
      name: 'Tangelo Pediatrics',
      email: 'dana@lamp.example',
      phone: '555-0199',
      address: '88 Sample Street',
    };
    expect(fromMessage(message, { ...known, payment_address: 'PO Box 1' })).toEqual({
      from: 'contact message 12 and the details of Tangelo Pediatrics',
      contact: 12,
      values: {
        ...emptyRequest,
        customerName: 'Dana',
        customerEmail: 'dana@lamp.example',
        customerPhone: '555-0199',
        customerAddress: '88 Sample Street',
        paymentAddress: 'PO Box 1',
        description: 'Four of nine are out.',
      },
    });
    const { values } = fromMessage({ ...message, phone: '555-0111' }, { ...known, payment_address: null });
    expect(values).toMatchObject({ customerPhone: '555-0111', paymentAddress: '' });
  });

  it('has room for the longest message', () => {
    const { values } = fromMessage({ ...message, message: 'x'.repeat(textLimits.contactMessage) });
    const whole = { ...values, title: 'T', customerPhone: '555-0111', customerAddress: 'A', website: undefined };
    expect(createRequestBody.safeParse(whole).error?.issues).toBeUndefined();
  });
});

it('A request for a customer has their details, and nothing of what is wrong', () => {
  const details = { name: 'Dana', email: 'dana@lamp.example', phone: '555-0111', address: '88 Sample Street' };
  expect(fromCustomer({ ...details, payment_address: null })).toEqual({
    from: 'the details of Dana',
    contact: null,
    values: {
      ...emptyRequest,
      customerName: 'Dana',
      customerEmail: 'dana@lamp.example',
      customerPhone: '555-0111',
      customerAddress: '88 Sample Street',
    },
  });
  expect(fromCustomer({ ...details, payment_address: 'PO Box 1' }).values.paymentAddress).toBe('PO Box 1');
});
