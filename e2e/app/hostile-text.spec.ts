import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

/** What would run, load or break out of an attribute where a text is taken for markup. */
const hostile = (field: string) =>
  `"'><img src=x onerror=alert(1)><svg/onload=alert(1)>\${7*7}{{7*7}}</script>${field}`;

/** The text stands on the page letter by letter, and no element came of it. Every test also fails with a report of the CSP. */
async function expectLetters(page: Page, field: string) {
  await expect(page.getByText(hostile(field)).filter({ visible: true }).first()).toBeVisible();
  const made = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => element.getAttributeNames().some((name) => name.startsWith('on') || name === 'srcdoc'))
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );
  expect(made).toEqual([]);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
}

test('Whatever a stranger writes stays text on every screen of the office, the technician and the auditor', async ({
  page,
  api,
}) => {
  page.on('dialog', () => expect.soft(false, 'a text ran as a script').toBe(true));
  const word = unique('zq');
  const field = (name: string) => `${name} ${word}`;
  // Notifications go to the admins that there are.
  const admin = await api.staff('admin');
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician, {
    customerName: hostile(field('name')),
    customerAddress: hostile(field('address')),
    title: hostile(field('title')),
    description: hostile(field('description')),
  });
  await api.office(contract.requests.changeStatus, {
    ...pathOf(request),
    body: { status: 'in_progress', notes: hostile(field('note')) },
  });
  const message = await api.message({ name: hostile(field('sender')), message: hostile(field('message')) });

  await openAs(page, admin, `/dashboard/admin?search=${word}`);
  for (const name of ['name', 'title']) await expectLetters(page, field(name));
  await page.goto(`/dashboard/admin?requestId=${request.id}`);
  for (const name of ['title', 'address', 'description', 'note']) await expectLetters(page, field(name));
  await page.goto(`/dashboard/admin/customers?search=${word}`);
  await expectLetters(page, field('name'));
  await page.goto(`/dashboard/admin/contacts?contactId=${message.id}`);
  for (const name of ['sender', 'message']) await expectLetters(page, field(name));
  await page.goto('/dashboard/notifications');
  await expectLetters(page, field('sender'));
  await page.goto(`/dashboard/auditor/trail?entity=request&entity_id=${request.id}`);
  await page
    .getByRole('button', { name: /^View entry/ })
    .first()
    .click();
  await expectLetters(page, field('note'));
  await page.goto(`/dashboard/technician?requestId=${request.id}`);
  await expectLetters(page, field('title'));
  await page.goto(`/track?id=${request.external_id}`);
  await expectLetters(page, field('title'));
});
