import { describe, expect, it } from 'vitest';
import { business } from '../business.ts';
import { updateRequestBody } from '../request-forms.ts';
import { updateSettingsBody } from '../settings.ts';
import { updateUserBody } from '../users.ts';
import { sentEdit, settleEdit } from './edit.ts';

const old = {
  title: 'x'.repeat(450),
  customer_email: 'ana..old@example.com',
  customer_phone: '',
  payment_address: null,
};

describe('an edit of a row that is older than a rule', () => {
  it('keeps what the row has, and parses the rest', () => {
    expect(settleEdit(updateRequestBody, { ...old, description: ' New ' }, old)).toEqual({
      values: { ...old, description: 'New' },
      problems: [],
    });
  });

  it('is refused for each field that it changes and that breaks a rule', () => {
    const edit = { title: 'y'.repeat(450), customer_email: 'ana..new@example.com', customer_phone: '' };
    expect(settleEdit(updateRequestBody, edit, old).problems).toEqual([
      { field: 'title', message: 'Must be at most 150 characters' },
      { field: 'customer_email', message: 'Please enter a valid email' },
    ]);
  });

  it('is refused for the changed part of a field only', () => {
    const [street, city] = ['x'.repeat(121), 'x'.repeat(81)];
    const now = { address: { street, city: 'Orlando', region: 'FL', postal_code: '32801', country: 'US' } };
    expect(settleEdit(business, { address: { ...now.address, city: ' Tampa ' } }, now)).toEqual({
      values: { address: { ...now.address, city: 'Tampa' } },
      problems: [],
    });
    expect(settleEdit(business, { address: { ...now.address, city } }, now).problems).toEqual([
      { field: 'address.city', message: 'Must be at most 80 characters' },
    ]);
  });

  it('keeps old entries of a list', () => {
    const now = { closures: [{ date: '2026-12-25', name: 'x'.repeat(61) }] };
    const added = { date: '2026-12-31', name: ' New Year ' };
    expect(settleEdit(business, { closures: [...now.closures, added] }, now)).toEqual({
      values: { closures: [...now.closures, { ...added, name: 'New Year' }] },
      problems: [],
    });
  });
});

describe('the body of an edit', () => {
  const user = sentEdit(updateUserBody, ['name', 'email', 'phone', 'base_location']);
  const sent = { name: ' T\u0065\u0301 ', email: '<a..b@example.com>', role: 'technician', is_active: true };

  it('has the texts as they came', () =>
    expect(user.parse({ ...sent, phone: null })).toEqual({ ...sent, phone: null }));

  it.each([
    ['a missing one', { name: undefined }, 'name', 'Name is required'],
    ['no text', { name: 7 }, 'name', 'Name is required'],
    ['a text that cannot be stored', { name: 'a\u0000' }, 'name', 'Contains a character that is not allowed'],
    [
      'a text that is longer than any stored one',
      { name: 'a'.repeat(20_001) },
      'name',
      'Must be at most 100 characters',
    ],
    ['a wrong choice', { role: 'boss' }, 'role', 'Role is required'],
    ['a short password', { password: 'x' }, 'password', 'Password must be at least 6 characters'],
    ['an unknown field', { extra: 1 }, '', 'Unrecognized key: "extra"'],
  ])('refuses %s', (_, change, field, message) => {
    const { error } = user.safeParse({ ...sent, ...change });
    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[field, message]]);
  });

  it('refuses a vital value in any case', () => {
    const settings = sentEdit(updateSettingsBody, ['time_zone', 'socials']);
    const link = { name: 'x', url: 'javascript:alert(1)' };
    const { error } = settings.safeParse({ time_zone: 'Nowhere', socials: [link] });
    const paths = error?.issues.map(({ path }) => path.join('.'));
    expect(paths).toEqual(expect.arrayContaining(['time_zone', 'socials.0.url']));
  });
});
