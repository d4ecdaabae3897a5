import { expect, it } from 'vitest';
import { createRequestBody } from '#contract/request-forms.ts';
import { textLimits } from '#contract/words/limits.ts';
import { valuesFrom } from './request-from-contact.ts';

const message = { name: 'Dana', email: 'dana@lamp.example', phone: null, message: 'Four of nine are out.' };

it('carries the sender and the message over', () => {
  expect(valuesFrom({ ...message, phone: '555-0111' })).toMatchObject({
    customerName: 'Dana',
    customerEmail: 'dana@lamp.example',
    customerPhone: '555-0111',
    description: 'Four of nine are out.',
    title: '',
  });
});

it('leaves a phone number that is not there blank', () => {
  expect(valuesFrom(message).customerPhone).toBe('');
});

it('has room for the longest message', () => {
  const values = valuesFrom({ ...message, message: 'x'.repeat(textLimits.contactMessage) });
  const whole = { ...values, title: 'T', customerPhone: '555-0111', customerAddress: 'A', website: undefined };
  expect(createRequestBody.safeParse(whole).error?.issues).toBeUndefined();
});
