import { describe, expect, it } from 'vitest';
import { createRequestBody } from '#contract/request-forms.ts';
import { textLimits } from '#contract/words/limits.ts';
import { valuesFrom } from './request-from-contact.ts';

const message = { id: 12, name: 'Dana', email: 'dana@lamp.example', phone: null, message: 'Four of nine are out.' };

describe('a request from a contact message', () => {
  it('carries the sender and the message over, and names the message', () => {
    const { values, isNamed } = valuesFrom({ ...message, phone: '555-0111' });
    expect(values).toMatchObject({
      customerName: 'Dana',
      customerEmail: 'dana@lamp.example',
      customerPhone: '555-0111',
      description: 'Four of nine are out.\n\nFrom contact message 12.',
      title: '',
    });
    expect(isNamed).toBe(true);
  });

  it('leaves a phone number that is not there blank', () => {
    expect(valuesFrom(message).values.customerPhone).toBe('');
  });

  it.each([
    [textLimits.contactMessage, false],
    [textLimits.contactMessage - 26, true],
    [textLimits.contactMessage - 25, false],
  ])('keeps a message of %i characters whole, and fits the form', (length, isNamed) => {
    const long = 'x'.repeat(length);
    const carried = valuesFrom({ ...message, message: long });
    expect(carried.isNamed).toBe(isNamed);
    expect(carried.values.description?.startsWith(long)).toBe(true);
    const whole = {
      ...carried.values,
      title: 'T',
      customerPhone: '555-0111',
      customerAddress: 'A',
      website: undefined,
    };
    expect(createRequestBody.safeParse(whole).error?.issues).toBeUndefined();
  });
});
