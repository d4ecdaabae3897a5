import { expectAccessible } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, test } from '../support/fixtures.ts';
import { fillIn, openForm, received, submit } from '../support/request-form.ts';

test('The request form says what to correct in an email address', async ({ page }) => {
  await openForm(page);
  await fillIn(page, unique('Two dots'));
  const email = page.getByLabel('Email');
  await email.fill('dana..w@whitfield.example');
  await submit(page);
  await expect(email).toHaveAccessibleDescription('Please enter a valid email. Remove one of the two dots in a row.');
  await expect(email).toBeFocused();
  await expectAccessible(page);
});

test('The request form takes a pasted address and a title of 150 emoji', async ({ page, api }) => {
  await openForm(page);
  const name = unique('Pasted');
  await fillIn(page, '💡'.repeat(150));
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Email').fill('\u200eDana W <Dana.W@Whitfield.example>\u00a0');
  await submit(page);
  await received(page);
  const { requests } = await api.office(contract.requests.list, { query: { search: name } });
  expect(requests[0]).toMatchObject({ title: '💡'.repeat(150), customer: { email: 'dana.w@whitfield.example' } });
});
