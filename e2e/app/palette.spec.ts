import { randomInt } from 'node:crypto';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { customer, type SubmittedRequest, unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, hold } from '../support/network.ts';

/** A telephone number that no other test has, and how people type it. */
function aNumber() {
  const parts = [3, 3, 4].map((length) => randomInt(10 ** (length - 1), 10 ** length));
  return { digits: parts.join(''), spellings: [parts.join(''), parts.join('-'), `+1 ${parts.join(' ')}`] };
}

test.describe('The palette', () => {
  test('finds a request by its tracking ID and opens it, by keyboard alone, and returns the focus', async ({
    page,
    api,
  }) => {
    const request = await api.request();
    await openAs(page, await api.staff('admin'), '/dashboard/admin/users');
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
    await page.keyboard.press('Control+k');
    // The user does not wait for the dialog.
    await page.keyboard.type('mana');
    const find = page.getByRole('dialog', { name: 'Find', exact: true });
    const field = find.getByRole('combobox', { name: 'Find' });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('mana');
    await expect(find.getByRole('option', { name: 'User Management' })).toBeVisible();
    await field.fill('');
    await page.keyboard.type(request.external_id.toLowerCase());
    await expect(find.getByRole('option')).toHaveText([new RegExp(request.title)]);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: new RegExp(`Request #${request.external_id}`) })).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
    // While it fades out, Escape is still its own.
    await expect(find).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const button = page.getByRole('button', { name: /^Find/ });
    await button.focus();
    await page.keyboard.press('Control+k');
    await expect(find.getByRole('combobox', { name: 'Find' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  });

  test('opens a request above the list as it is filtered', async ({ page, api }) => {
    const [listed, other] = [await api.request(), await api.request()];
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${listed.external_id}`);
    await expect(page.getByText(listed.title)).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find', exact: true }).getByRole('combobox').fill(other.external_id);
    await page.getByRole('option', { name: new RegExp(other.title) }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(`Request #${other.external_id}`) });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`search=${listed.external_id}`));
    await expect(page.getByText(listed.title)).toBeVisible();
  });

  test('opens right after Escape, while the browser still goes back from a request', async ({ page, api }) => {
    const { id, external_id } = await api.request();
    // A browser that takes its time for a step back.
    await page.addInitScript(() => {
      const go = history.go.bind(history);
      history.go = (steps) => {
        history.go = go;
        Object.assign(window, { goBack: () => go(steps) });
      };
    });
    await openAs(page, await api.staff('admin'), `/dashboard/admin?requestId=${id}`);
    const dialog = page.getByRole('dialog', { name: `Request #${external_id}` });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.waitForFunction('window.goBack');
    await page.evaluate('window.goBack()');
    const find = page.getByRole('dialog', { name: 'Find', exact: true });
    await expect(find.getByRole('combobox', { name: 'Find' })).toBeFocused();
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
  });

  test('finds requests and customers by title and name, in any order of the words', async ({ page, api }) => {
    const word = unique('Palette');
    const { external_id } = await api.request({ ...customer(), title: `${word} title` });
    // Two customers: one alone is shown as the caller.
    for (const customerName of [`${word} One`, `${word} Two`]) await api.request({ ...customer(), customerName });
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${word}`);
    await page.getByRole('button', { name: /^Find/ }).click();
    const find = page.getByRole('dialog', { name: 'Find', exact: true });
    await find.getByRole('combobox', { name: 'Find' }).fill(word);
    await expect(find.getByRole('group', { name: 'Requests' }).getByRole('option')).toHaveText([
      new RegExp(`${word} Two`),
      new RegExp(`${word} One`),
      new RegExp(external_id),
    ]);
    await expect(find.getByRole('group', { name: 'Customers' }).getByRole('option')).toHaveText([
      new RegExp(`${word} Two`),
      new RegExp(`${word} One`),
    ]);
    await find.getByRole('combobox', { name: 'Find' }).fill(`title ${word}`);
    await expect(find.getByRole('option')).toHaveText([new RegExp(external_id)]);
    await find.getByRole('combobox', { name: 'Find' }).fill('no such thing anywhere');
    await expect(find.getByText('Nothing found')).toBeVisible();
  });

  test('shows who is on the telephone, and Enter opens their newest request', async ({ page, api }) => {
    const { digits, spellings } = aNumber();
    const caller = {
      ...customer(),
      customerName: unique('Caller'),
      customerPhone: `+1 (${digits.slice(0, 3)}) ${digits.slice(3)} ext. 4`,
    };
    const titles = Array.from({ length: 6 }, (_, n) => unique(`Pole ${n} `));
    const sent: SubmittedRequest[] = [];
    for (const title of titles) sent.push(await api.request({ ...caller, title }));
    const newest = sent[5];
    await openAs(page, await api.staff('admin'), '/dashboard/admin/users');
    const find = page.getByRole('dialog', { name: 'Find', exact: true });
    const field = find.getByRole('combobox', { name: 'Find' });
    const card = find.getByRole('group', { name: caller.customerName });
    await page.getByRole('button', { name: /^Find/ }).click();
    for (const spelling of spellings) {
      await field.fill(spelling);
      await expect(card).toContainText(caller.customerPhone);
      await expect(card).toContainText(caller.customerEmail);
      await expect(card).toContainText(caller.customerAddress);
      await expect(card).toContainText('6 open of 6 requests');
      const last = sent.slice(1).reverse();
      await expect(card.getByRole('option')).toHaveText([
        ...last.map(({ title, external_id }) => new RegExp(`${title.trim()}.*${external_id}.*Pending`)),
        'New request for this customer',
        'Details and work history',
      ]);
      // The sixth request is not in the card; nothing is found twice.
      await expect(find.getByRole('option')).toHaveCount(8);
      await expect(find.getByRole('group', { name: 'Requests', exact: true })).toContainText(titles[0] ?? '');
      await expect(find.getByRole('group', { name: 'Customers', exact: true })).toHaveCount(0);
      await field.fill('nobody at all');
      await expect(card).toHaveCount(0);
    }
    await field.fill(digits);
    await expect(card.getByRole('option').first()).toHaveAttribute('data-combobox-selected', 'true');
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: `Request #${newest?.external_id}` })).toBeVisible();
  });

  test('opens what was typed last, also when Enter comes before the results', async ({ page, api }) => {
    const { digits } = aNumber();
    const first = await api.request({ ...customer(), title: unique('Early ') });
    const second = await api.request({ ...customer(), customerPhone: digits });
    await openAs(page, await api.staff('admin'), '/dashboard/admin');
    await page.getByRole('button', { name: /^Find/ }).click();
    const find = page.getByRole('dialog', { name: 'Find', exact: true });
    const field = find.getByRole('combobox', { name: 'Find' });
    await field.fill(first.title);
    await expect(find.getByRole('option')).toHaveText([new RegExp(first.external_id)]);
    const release = await hold(page, /\/api\/(requests|customers)\?.*search=/);
    await field.fill(digits);
    await page.keyboard.press('Enter');
    // The results of the first text are still there, and nothing opens.
    await expect(find.getByRole('option')).toHaveText([new RegExp(first.external_id)]);
    release();
    await expect(page.getByRole('dialog', { name: `Request #${second.external_id}` })).toBeVisible();
  });

  test('opens the work history of who is on the telephone, by keyboard alone', async ({ page, api }) => {
    const { digits } = aNumber();
    const caller = { ...customer(), customerPhone: digits };
    await api.request(caller);
    await openAs(page, await api.staff('auditor'), '/dashboard/auditor');
    await page.getByRole('button', { name: /^Find/ }).click();
    const find = page.getByRole('dialog', { name: 'Find', exact: true });
    await find.getByRole('combobox', { name: 'Find' }).fill(digits);
    await expect(find.getByRole('group', { name: caller.customerEmail }).getByRole('option')).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/auditor\/customers\?.*open=\d+/);
    await expect(page.getByRole('region', { name: new RegExp(caller.customerEmail) })).toContainText(digits);
  });

  test('begins a request of a caller whom nobody knows, with their number', async ({ page, api }) => {
    const { digits } = aNumber();
    await openAs(page, await api.staff('admin'), '/dashboard/admin');
    await page.getByRole('button', { name: /^Find/ }).click();
    const field = page.getByRole('combobox', { name: 'Find' });
    await field.fill('new req');
    const results = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
    await expect(results.first()).toHaveText('New request');
    await field.fill(digits);
    await expect(results).toHaveText([`New request from ${digits}`]);
    await field.press('Enter');
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue(digits);
    await expect(page.getByText(`Filled in from the phone number ${digits}.`)).toBeVisible();
    await expect(page).toHaveURL(/\/request$/);
  });

  test('stays where it is when nothing is found, and says so below the field', async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), '/dashboard/admin');
    await expect(page.getByText(/^Showing \d/)).toBeVisible();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Find' });
    const top = async () => (await field.boundingBox())?.y ?? 0;
    await expect(field).toBeFocused();
    const before = await top();
    await field.fill(unique('nobody'));
    const none = page.getByText('Nothing found');
    await expect(none).toBeVisible();
    expect(await top()).toBe(before);
    expect((await none.boundingBox())?.y ?? 0).toBeLessThan(before + 90);
  });

  test('says that the search failed, and jumps to a screen', async ({ page, api }) => {
    await openAs(page, await api.staff('admin'), '/dashboard/admin');
    await page.getByRole('button', { name: /^Find/ }).click();
    await page.route(callTo(contract.customers.list), (route) => route.fulfill({ status: 500, json: {} }));
    const find = page.getByRole('dialog', { name: 'Find', exact: true });
    await find.getByRole('combobox', { name: 'Find' }).fill('lamp');
    await expect(find.getByText('The search failed. Type again to retry.')).toBeVisible();
    await page.unroute(callTo(contract.customers.list));
    await find.getByRole('combobox', { name: 'Find' }).fill('settings');
    await find.getByRole('option', { name: 'Settings' }).click();
    await expect(page).toHaveURL(/\/dashboard\/admin\/settings$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('is not there for a technician', async ({ page, api }) => {
    await openAs(page, await api.staff('technician'), '/dashboard/technician');
    await expect(page.getByRole('heading', { name: 'Technician Dashboard' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Find/ })).toBeHidden();
  });
  test.use({ allowConsole: /status of 500/ });
});
