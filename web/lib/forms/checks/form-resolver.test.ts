import { describe, expect, it } from 'vitest';
import { submitContactBody } from '#contract/contact.ts';
import { updateRequestBody } from '#contract/request-forms.ts';
import { editResolver, formResolver } from './form-resolver.ts';

const options = { fields: {}, shouldUseNativeValidation: false };
const check = (email: string) =>
  formResolver(submitContactBody)({ name: 'Cora', email, message: 'Do you repair signs?' }, undefined, options);

describe('a refused email address', () => {
  it.each([
    ['cora..x@example.com', 'Please enter a valid email. Remove one of the two dots in a row.'],
    ['Cora <cora@example.com.>', 'Please enter a valid email. Remove the dot at the end.'],
    ['cora', 'Please enter a valid email'],
    ['', 'Email is required'],
  ])('%j has the message and a hint', async (email, message) => {
    expect((await check(email)).errors).toMatchObject({ email: { message } });
  });

  it('is none when only something invisible is wrong', async () => {
    expect(await check('\u200bCora@example.com ')).toMatchObject({ values: { email: 'cora@example.com' }, errors: {} });
  });
});

describe('a form that edits a row', () => {
  const now = { title: 'x'.repeat(200), customer_email: 'a..b@example.com' };
  const edit = (change: Partial<typeof now>) =>
    editResolver(updateRequestBody, () => now)({ ...now, ...change }, undefined, options);

  it('accepts what the row has', async () => {
    expect(await edit({ title: ' Short ' })).toMatchObject({ values: { ...now, title: 'Short' }, errors: {} });
  });

  it('refuses another value that breaks a rule', async () => {
    expect((await edit({ customer_email: 'b..b@example.com' })).errors).toMatchObject({
      customer_email: { message: 'Please enter a valid email. Remove one of the two dots in a row.' },
    });
  });
});
