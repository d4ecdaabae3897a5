import { describe, expect, it } from 'vitest';
import { askedFor, missingDetails } from './known-callers.ts';
import { emptyRequest } from './request-draft.ts';

describe('what is looked up', () => {
  it.each([
    ['customerPhone', '(407) 555-0142', false, '4075550142'],
    ['customerPhone', '+1 407 555 0142', false, '4075550142'],
    ['customerPhone', '(407) 555-014', false, null],
    ['customerPhone', '555-0142', false, null],
    ['customerPhone', '555-0142', true, '5550142'],
    ['customerPhone', '555', true, null],
    ['customerEmail', 'Dana@Lamp.example ', true, 'dana@lamp.example'],
    ['customerEmail', 'Dana Whitfield <dana@lamp.example>', true, 'dana@lamp.example'],
    ['customerEmail', 'mailto:dana@lamp.example?subject=Dark', true, 'dana@lamp.example'],
    ['customerEmail', 'dana@lamp.example', false, null],
    ['customerEmail', 'dana', true, null],
    ['customerEmail', '', true, null],
  ] as const)('in %s for %j, left: %s, is %j', (field, text, isLeft, asked) => {
    expect(askedFor(field, text, isLeft)).toBe(asked);
  });
});

it('A known customer fills in what is blank, and nothing that was typed is replaced', () => {
  const known = {
    name: 'Tangelo Pediatrics',
    email: 'desk@tangelo.example',
    phone: '(407) 555-0142',
    address: '88 Sample Street',
    payment_address: null,
  };
  const values = { ...emptyRequest, title: 'Dark', customerName: 'Dana at Tangelo', customerPhone: '407 555 0142' };
  expect(missingDetails(values, known)).toEqual({
    customerEmail: 'desk@tangelo.example',
    customerAddress: '88 Sample Street',
  });
  const rest = { customerEmail: 'd@tangelo.example', customerAddress: 'Elsewhere' };
  expect(missingDetails({ ...values, ...rest }, known)).toEqual({});
  expect(missingDetails({ ...values, ...rest }, { ...known, payment_address: 'PO Box 1' })).toEqual({
    paymentAddress: 'PO Box 1',
  });
});
