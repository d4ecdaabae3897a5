import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

const MARKUP = `"'><img src=x onerror=alert(1)>`;
/** What would run, load or break out of an attribute where a text is taken for markup. */
const hostile = (field: string) => `${MARKUP}<svg/onload=alert(1)>\${7*7}{{7*7}}</script>${field}`;
/** As much of it as a phone number, an email address and the name of a file can hold: they are short, and an address has no tags. */
const hostilePhone = `${MARKUP}phone`;
const hostileEmail = (word: string) => `'/onload=alert\`1\`\${7*7}{{7*7}}${word}@hostile.example`;
const hostileFile = (word: string) => `'><img src=x onerror=alert(1)>\${7*7}{{7*7}}${word}.png`;

/** The text stands on the page letter by letter, and no element came of it. Every test also fails with a report of the CSP. */
async function expectLetters(page: Page, text: string) {
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
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
  const field = (name: string) => hostile(`${name} ${word}`);
  const email = hostileEmail(word);
  const file = hostileFile(word);
  // Notifications go to the admins that there are.
  const admin = await api.staff('admin');
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician, {
    customerName: field('name'),
    customerEmail: email,
    customerPhone: hostilePhone,
    customerAddress: field('address'),
    paymentAddress: field('payment address'),
    title: field('title'),
    description: field('description'),
  });
  await api.as(technician, contract.requests.updateWithFiles, {
    ...pathOf(request),
    body: { status: 'in_progress' },
    files: [photo(file)],
  });
  await api.office(contract.requests.changeStatus, {
    ...pathOf(request),
    body: { status: 'in_progress', notes: field('note') },
  });
  const message = await api.message({
    name: field('from'),
    email,
    phone: hostilePhone,
    message: field('message'),
  });

  await openAs(page, admin, `/dashboard/admin?search=${word}`);
  for (const name of ['name', 'title']) await expectLetters(page, field(name));
  await page.goto(`/dashboard/admin?requestId=${request.id}`);
  for (const name of ['title', 'address', 'payment address', 'description', 'note'])
    await expectLetters(page, field(name));
  for (const text of [email, hostilePhone]) await expectLetters(page, text);
  await page.getByRole('tab', { name: 'Files (1)' }).click();
  await expectLetters(page, file);
  await page.getByRole('button', { name: `View ${file} in full size` }).click();
  await expectLetters(page, file);
  await page.goto(`/dashboard/admin/customers?search=${word}`);
  await page.getByRole('button', { name: field('name') }).click();
  for (const text of [field('name'), field('address'), field('payment address'), email, hostilePhone])
    await expectLetters(page, text);
  await page.goto(`/dashboard/admin/contacts?contactId=${message.id}`);
  for (const text of [field('from'), field('message'), email, hostilePhone]) await expectLetters(page, text);
  await page.goto('/dashboard/notifications');
  await expectLetters(page, field('from'));
  await page.goto(`/dashboard/auditor/trail?entity=request&entity_id=${request.id}`);
  await page
    .getByRole('button', { name: /^View entry/ })
    .first()
    .click();
  await expectLetters(page, field('note'));
  await page.goto(`/dashboard/technician?requestId=${request.id}`);
  for (const text of [field('title'), field('address'), email, hostilePhone, file]) await expectLetters(page, text);
  await page.goto(`/track?id=${request.external_id}`);
  await expectLetters(page, field('title'));
});
