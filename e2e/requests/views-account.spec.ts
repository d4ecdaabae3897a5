import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo } from '../support/network.ts';
import { expectCount, message, requestsOf } from '../support/request-lists.ts';

const PATH = '/dashboard/admin/requests';
const SAVE_TABLE = callTo(contract.views.chooseTable);

const views = (page: Page) => page.getByRole('list', { name: 'Views' });
const view = (page: Page, name: string) => views(page).getByRole('button', { name, exact: true });
const open = (page: Page) => page.getByRole('button', { name: 'Views', exact: true }).click();
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Save the present filters as' });
async function save(page: Page, name: string) {
  await nameField(page).fill(name);
  await page.keyboard.press('Enter');
}

/** The same person at another device. */
async function elsewhere(browser: Browser, baseURL: string | undefined, person: { token: string }, path = PATH) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await openAs(page, person, path);
  return page;
}

test('Views and columns are on another device of the same person', async ({ page, api, browser, baseURL }) => {
  const { word } = await requestsOf(api, 1);
  const ada = await api.person('admin');
  await openAs(page, ada, `${PATH}?search=${word}`);
  await expectCount(page, 1);
  await page.getByRole('button', { name: 'Columns' }).click();
  const saved = page.waitForResponse((response) => SAVE_TABLE.test(response.url()) && response.ok());
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Priority' }).uncheck();
  await saved;
  await page.keyboard.press('Escape');
  await open(page);
  await save(page, 'My poles');
  await expect(view(page, 'My poles')).toBeVisible();

  const other = await elsewhere(browser, baseURL, ada);
  await expect(other.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await expect(other.getByRole('columnheader', { name: 'Priority' })).toHaveCount(0);
  await open(other);
  await view(other, 'My poles').click();
  await expect(other).toHaveURL(new RegExp(`\\?search=${word}$`));
  // A view that is saved there is here when the views are opened.
  await open(other);
  await save(other, 'From the phone');
  await expect(view(other, 'From the phone')).toBeVisible();
  await page.keyboard.press('Escape');
  await open(page);
  await expect(view(page, 'From the phone')).toBeVisible();
  await other.context().close();
});

/** Hides two columns. The first choice never arrives, and the second one waits for it. */
async function hideTwoColumns(page: Page) {
  let sent = 0;
  await page.route(SAVE_TABLE, (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
  });
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  for (const name of ['Priority', 'Customer']) await chooser.getByRole('checkbox', { name }).uncheck();
}
const OTHER_COLUMNS = ['', 'ID', 'Title', 'Status', 'Assigned To', 'Created', 'Actions'];

test('Columns that are chosen right before a reload are kept', async ({ page, api }) => {
  await openAs(page, await api.person('admin'), `${PATH}?search=${(await requestsOf(api, 1)).word}`);
  await expectCount(page, 1);
  await hideTwoColumns(page);
  await page.reload();
  await expectCount(page, 1);
  await expect(page.getByRole('columnheader')).toHaveText(OTHER_COLUMNS);
});

test('Columns that are chosen right before another screen is opened are kept', async ({ page, api }) => {
  const list = `${PATH}?search=${(await requestsOf(api, 1)).word}`;
  await openAs(page, await api.person('admin'), list);
  await expectCount(page, 1);
  await hideTwoColumns(page);
  await page.keyboard.press('Escape');
  const saved = page.waitForResponse((response) => SAVE_TABLE.test(response.url()) && response.ok());
  await page.getByRole('link', { name: 'User Management' }).click();
  await expect(page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible();
  await saved;
  await page.goto(list);
  await expectCount(page, 1);
  await expect(page.getByRole('columnheader')).toHaveText(OTHER_COLUMNS);
});

test('Columns that are chosen right before another screen is opened are there on the way back, saved or not', async ({
  page,
  api,
}) => {
  await openAs(page, await api.person('admin'), `${PATH}?search=${(await requestsOf(api, 1)).word}`);
  await expectCount(page, 1);
  // Neither choice arrives.
  await page.route(SAVE_TABLE, () => undefined);
  await page.getByRole('button', { name: 'Columns' }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  for (const name of ['Priority', 'Customer']) await chooser.getByRole('checkbox', { name }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'User Management' }).click();
  await expect(page.getByRole('heading', { name: 'User Management', level: 1 })).toBeVisible();
  await page.goBack();
  await expectCount(page, 1);
  await expect(page.getByRole('columnheader')).toHaveText(OTHER_COLUMNS);
});

test.describe('at the same moment', () => {
  test.use({ allowConsole: /400/ });

  test('A view that another device saved under the same name is not replaced unseen', async ({
    page,
    api,
    browser,
    baseURL,
  }) => {
    const ada = await api.person('admin');
    await openAs(page, ada, `${PATH}?status=pending`);
    await open(page);
    await expect(views(page).getByRole('listitem')).toHaveCount(3);
    const other = await elsewhere(browser, baseURL, ada, `${PATH}?priority=urgent`);
    await open(other);
    await save(other, 'Mine');
    await expect(view(other, 'Mine')).toBeVisible();
    await save(page, 'Mine');
    await expect(page.getByText('You already have a view with this name')).toBeVisible();
    await expect(nameField(page)).toHaveValue('Mine');
    // It is known by now, and replacing it is a choice.
    await page.getByRole('button', { name: 'Replace' }).click();
    await expect(nameField(page)).toHaveValue('');
    await view(page, 'Mine').click();
    await expect(page).toHaveURL(/\?status=pending$/);
    await other.context().close();
  });
});

test.describe('without the server', () => {
  test.use({ allowConsole: /503|ERR_FAILED|ERR_INTERNET/ });

  test('a view that cannot be saved is told, and its name stays; the columns stay as chosen', async ({ page, api }) => {
    await openAs(page, await api.person('admin'), `${PATH}?status=pending`);
    await open(page);
    await expect(views(page).getByRole('listitem')).toHaveCount(3);
    await page.route(/\/api\/views/, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort(),
    );
    await save(page, 'Kept');
    await expect(page.getByText('Failed to save the view. Check your connection, then try again.')).toBeVisible();
    await expect(nameField(page)).toHaveValue('Kept');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Customer' }).uncheck();
    await expect(message(page, 'Failed to save the columns. Check your connection, then try again.')).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveCount(0);
    await page.unroute(/\/api\/views/);
    const saved = page.waitForResponse((response) => SAVE_TABLE.test(response.url()) && response.ok());
    await page.getByRole('button', { name: 'Try Again' }).click();
    await saved;
    await page.keyboard.press('Escape');
    await open(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(view(page, 'Kept')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveCount(0);
    await open(page);
    await expect(view(page, 'Kept')).toBeVisible();
  });

  test('views that cannot be loaded say so, and come with another try; a deleted one can be brought back', async ({
    page,
    api,
  }) => {
    await page.route(/\/api\/views/, (route) => answer(route, 503, { error: 'unavailable', message: 'Busy' }));
    await openAs(page, await api.person('auditor'), '/dashboard/auditor/requests');
    await open(page);
    await expect(page.getByText('Failed to load your views')).toBeVisible();
    await page.unroute(/\/api\/views/);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('Failed to load your views')).toBeHidden();
    await expect(view(page, 'Unassigned')).toBeVisible();
    await save(page, 'Mistake');
    await views(page).getByRole('button', { name: 'Delete Mistake' }).click();
    await expect(message(page, 'View Mistake deleted')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await open(page);
    await expect(view(page, 'Mistake')).toBeVisible();
  });
});

test('What this browser has kept goes to its person once; nobody else gets the views', async ({ page, api }) => {
  const ada = await api.person('admin');
  const kept = [
    { name: 'Old one', query: 'status=pending', choices: { hidden: [], density: 'compact' } },
    { name: 'Old two', query: 'priority=urgent', choices: { hidden: ['title'], density: 'comfortable' } },
  ];
  await page.addInitScript(
    ([id, views]) => {
      if (sessionStorage.getItem('seeded')) return;
      sessionStorage.setItem('seeded', 'yes');
      localStorage.setItem(`request-views:${id}`, JSON.stringify(views));
      localStorage.setItem('table:all-requests', '{"hidden":["customer"],"density":"compact"}');
    },
    [ada.id, kept] as const,
  );
  const bea = await api.person('admin');
  await openAs(page, bea, PATH);
  await open(page);
  await expect(views(page).getByRole('listitem')).toHaveCount(3);
  await openAs(page, ada, PATH);
  await open(page);
  await expect(view(page, 'Old one')).toBeVisible();
  await expect(view(page, 'Old two')).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /^(request-views|table):/.test(key))),
  ).toEqual([]);
  await view(page, 'Old two').click();
  await expect(page).toHaveURL(/\?priority=urgent$/);
  await page.reload();
  await open(page);
  await expect(views(page).getByRole('listitem')).toHaveCount(5);
});
