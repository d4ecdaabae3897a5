import type { Page } from '@playwright/test';
import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { banner, field, fill, form, open, SUBMIT, send } from '../support/contact-form.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

const entries = { Phone: '407 555 0111', Message: 'Do you light signs?' };

async function expectEntries(page: Page): Promise<void> {
  await expect(field(page, 'Name')).toHaveValue('Dana Whitfield');
  await expect(field(page, 'Email')).toHaveValue('dana@whitfield.example');
  await expect(field(page, 'Phone')).toHaveValue(entries.Phone);
  await expect(field(page, 'Message')).toHaveValue(entries.Message);
}

async function expectEmpty(page: Page): Promise<void> {
  for (const name of ['Name', 'Email', 'Phone', 'Message']) await expect(field(page, name)).toHaveValue('');
}

test.describe('What is typed into the contact form', () => {
  test.use({ allowConsole: /ERR_FAILED/ });

  test('stays over a reload, over Back and after a failure, until it is sent', async ({ page }) => {
    await open(page);
    await fill(page, entries);
    await page.reload();
    await expectEntries(page);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL(/\/about$/);
    await page.goBack();
    await expectEntries(page);

    await page.route(SUBMIT, (route) => route.abort());
    await send(page).click();
    await expect(form(page).getByText('Failed to send message. Please try again.')).toBeVisible();
    await page.unroute(SUBMIT);
    await page.reload();
    await expectEntries(page);

    await expect(send(page)).toBeEnabled();
    await send(page).click();
    await expect(banner(page)).toBeVisible();
    await page.reload();
    await expect(send(page)).toBeEnabled();
    await expectEmpty(page);
  });

  test('is sent once from a tab and its duplicate, and the duplicate says so', async ({ page, context, api }) => {
    const message = unique('Do you light signs? ');
    await open(page);
    await fill(page, { Message: message });
    const draft = await page.evaluate(() => sessionStorage.getItem('contact_draft') ?? '');
    const duplicate = await context.newPage();
    // As browsers copy it when somebody duplicates a tab.
    await duplicate.addInitScript((kept) => sessionStorage.setItem('contact_draft', kept), draft);
    await open(duplicate);
    await expect(field(duplicate, 'Message')).toHaveValue(message);
    await send(page).click();
    await expect(banner(page)).toBeVisible();
    await send(duplicate).click();
    await expect(banner(duplicate)).toContainText('Another tab had already sent it. It was sent only once.');
    const { data } = await api.office(contract.contact.list, { query: { search: message } });
    expect(data.contacts).toHaveLength(1);
  });

  test('and sent without an answer is the same message when it is sent again after a reload', async ({ page, api }) => {
    const message = unique('Do you light signs? ');
    await open(page);
    await fill(page, { Message: message });
    await page.route(SUBMIT, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await send(page).click();
    await expect(form(page).getByText('Failed to send message. Please try again.')).toBeVisible();
    await page.unroute(SUBMIT);
    await page.reload();
    await expect(field(page, 'Message')).toHaveValue(message);
    await expect(send(page)).toBeEnabled();
    await send(page).click();
    await expect(banner(page)).toBeVisible();
    const received = async () => {
      const { data } = await api.office(contract.contact.list, { query: { search: message } });
      return data.contacts.length;
    };
    expect(await received()).toBe(1);
    // After the success the same text is another message.
    await fill(page, { Message: message });
    await send(page).click();
    await expect(field(page, 'Message')).toHaveValue('');
    await expect(banner(page)).toBeVisible();
    expect(await received()).toBe(2);
  });

  test('does not outlive the logout', async ({ page, api }) => {
    await openAs(page, await api.person('admin'), '/contact');
    await expect(send(page)).toBeEnabled();
    await fill(page, entries);
    await page.reload();
    await expectEntries(page);
    await page.goto('/dashboard/admin');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/login/);
    await open(page);
    await expectEmpty(page);
  });

  test('is sent also without storage, and what is no text is ignored', async ({ page }) => {
    await page.addInitScript(() => sessionStorage.setItem('contact_draft', '{"name":7,"message":null}'));
    await open(page);
    await expectEmpty(page);
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    });
    await open(page);
    await fill(page, entries);
    await send(page).click();
    await expect(banner(page)).toBeVisible();
  });
});
