import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { closeSaved, openRequest, rowOf } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, withoutLive } from '../support/network.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));

test.describe('The request dialog', () => {
  test('shows every tab, assigns and changes the status', async ({ page, api }) => {
    const admin = await api.staff('admin');
    const technician = await api.person('technician', unique('Tess '));
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    let dialog = await openRequest(page, 'View Details', request.external_id);
    await expect(dialog).toContainText(`Request #${request.external_id} - ${request.title}`);
    await expect(dialog).toContainText('Unassigned');
    await expect(dialog).toContainText('88 Sample Street, Orlando, FL 32801');

    await dialog.getByRole('tab', { name: 'Files (0)' }).click();
    await expect(dialog.getByText('No files uploaded yet')).toBeVisible();

    await dialog.getByRole('tab', { name: 'Assignment' }).click();
    await dialog.getByRole('button', { name: 'Assign Technician' }).click();
    await expect(dialog.getByText('Please select a technician')).toBeVisible();
    await dialog.getByRole('combobox', { name: /Technician/ }).click();
    await dialog.getByRole('combobox', { name: /Technician/ }).fill(technician.email);
    await page.getByRole('option', { name: `${technician.name} - ${technician.email}` }).click();
    await dialog.getByLabel(/Notes/).first().fill('Bring the tall ladder.');
    await dialog.getByRole('button', { name: 'Assign Technician' }).click();
    await expect(dialog.getByText('Request assigned successfully!')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, request.external_id)).toContainText(technician.name);
    await expect(rowOf(page, request.external_id)).toContainText('Assigned');

    dialog = await openRequest(page, 'View Details', request.external_id);
    await expect(dialog).toContainText('Bring the tall ladder.');
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog.getByText('Please select a status')).toBeVisible();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'In Progress' });
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await closeSaved(dialog, 'Status updated successfully!');
    await expect(rowOf(page, request.external_id)).toContainText('In Progress');
  });

  test('shows an outdated edit side by side with what changed, and saves it when the user decides so', async ({
    page,
    api,
  }) => {
    const admin = await api.staff('admin');
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
    await dialog.getByLabel(/Notes/).last().fill('Sent twice.');
    await api.office(contract.requests.changeStatus, {
      ...pathOf(request),
      body: { status: 'in_progress', notes: 'Ladder is up.' },
    });
    const update = dialog.getByRole('button', { name: 'Update Status' });
    await update.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      /^Olive Office changed the status on .* What you entered is still here: choose what stands\.$/,
    );
    const changes = dialog.getByRole('table', { name: 'What has changed' });
    await expect(changes.getByRole('row', { name: 'Status Pending In Progress Cancelled' })).toBeVisible();
    // Notes never collide.
    await expect(changes.getByRole('rowheader')).toHaveText(['Status']);
    // The choice is all that there is to press, and it has the focus.
    await expect(update).toHaveCount(0);
    await expect(dialog.getByRole('group', { name: 'What stands' })).toBeFocused();
    await expect(dialog.getByLabel(/Notes/).last()).toHaveValue('Sent twice.');
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await expect(dialog.getByText('Status updated successfully!')).toBeVisible();
    const { request: saved } = await api.office(contract.requests.get, pathOf(request));
    expect(saved.status).toBe('cancelled');
    expect(saved.notes).toContain('Sent twice.');
  });

  test('shows a change as soon as the page reads it, before the user sends an edit', async ({ page, api }) => {
    const request = await api.request();
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
    await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'in_progress' } });
    // The user comes back to the window.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(dialog.getByText('Olive Office changed the status while you were editing.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Discard mine' }).click();
    await expect(dialog.getByText('Now: In Progress.')).toBeVisible();
    await expect(dialog.getByRole('combobox', { name: /Status/ })).toHaveValue('');
    await expect(dialog.getByRole('table', { name: 'What has changed' })).toBeHidden();
  });

  test('explains a lost answer, and saves the edited note when the user decides so', async ({ page, api }) => {
    const admin = await api.staff('admin');
    const request = await api.request();
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
    const dialog = await openRequest(page, 'View Details', request.external_id);
    await dialog.getByRole('tab', { name: 'Status' }).click();
    await dialog.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Cancelled' });
    await page.route(callTo(contract.requests.changeStatus), async (route) => {
      await route.fetch();
      await route.abort();
    });
    const update = dialog.getByRole('button', { name: 'Update Status' });
    await update.click();
    await expect(dialog.getByText('Failed to update status')).toBeVisible();
    await page.unroute(callTo(contract.requests.changeStatus));
    await dialog.getByLabel(/Notes/).last().fill('Sent twice.');
    await update.click();
    await expect(dialog.getByText('Your earlier try may have been saved although no answer came')).toBeVisible();
    await expect(dialog.getByText('Now: Cancelled.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save mine' }).click();
    await expect(dialog.getByText('Status updated successfully!')).toBeVisible();
  });

  test('shows how often the request was looked up, and the five newest look-ups', async ({ page, api }) => {
    const request = await api.request();
    const looks = { params: { id: request.external_id } };
    for (let look = 0; look < 6; look += 1) await api.as(null, contract.requests.track, looks);
    const untracked = await api.request();
    const admin = await api.staff('admin');
    const stored = async () => (await api.office(contract.requests.trackingStats, pathOf(request))).stats.totalTracks;
    await expect.poll(stored, { intervals: [100] }).toBe(6);
    await openAs(page, admin, `/dashboard/admin?search=${request.external_id}&requestId=${request.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('tab', { name: 'Tracking' }).click();
    const panel = dialog.getByRole('tabpanel', { name: 'Tracking' });
    const { stats } = await api.office(contract.requests.trackingStats, pathOf(request));
    const [firstTracked, lastTracked] = [stats.firstTracked ?? '', stats.lastTracked ?? ''];
    const fact = (term: string) => panel.getByRole('term').filter({ hasText: term }).locator('xpath=following::dd[1]');
    await expect(fact('Total views')).toHaveText('6');
    await expect(fact('Unique visitors')).toHaveText('1');
    await expect(fact('First tracked').locator('time')).toHaveAttribute('datetime', firstTracked);
    await expect(fact('Last tracked').locator('time')).toHaveAttribute('datetime', lastTracked);
    expect(firstTracked < lastTracked).toBe(true);
    await expect(panel.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveText([
      'Mobile0',
      'Tablet0',
      'Desktop0',
      'Unknown6',
    ]);
    await expect(panel.getByRole('list', { name: 'Recent Tracking' }).getByRole('listitem')).toHaveCount(5);

    await page.goto(`/dashboard/admin?search=${untracked.external_id}&requestId=${untracked.id}`);
    await dialog.getByRole('tab', { name: 'Tracking' }).click();
    await expect(
      dialog.getByText(
        'This request has not been tracked yet. Tracking occurs when someone views this request using the tracking ID.',
      ),
    ).toBeVisible();
  });

  test('shows a long title whole, on a phone as well', { tag: '@phone-only' }, async ({ page, api }) => {
    const title = `${unique('Pole ')} ${'behind the bakery '.repeat(7)}`.trim();
    const request = await api.request({ title });
    await openAs(page, await api.staff('admin'), `/dashboard/admin?requestId=${request.id}`);
    const heading = page.getByRole('dialog').getByRole('heading', { name: title });
    await expect(heading).toBeVisible();
    expect(await heading.evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBeLessThanOrEqual(1);
  });

  test('leaves the Tracking tab out when its figures cannot be loaded, and says that the request cannot be loaded', async ({
    page,
    api,
  }) => {
    const request = await api.request();
    await page.route(callTo(contract.requests.trackingStats), (route) => route.fulfill({ status: 500, json: {} }));
    const failed = page.waitForResponse(callTo(contract.requests.trackingStats));
    await openAs(
      page,
      await api.staff('admin'),
      `/dashboard/admin?search=${request.external_id}&requestId=${request.id}`,
    );
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('tab', { name: 'Files (0)' })).toBeVisible();
    await failed;
    await expect(dialog.getByRole('tab')).toHaveText(['Details', 'Files (0)', 'Assignment', 'Status']);
    await page.goto('/dashboard/admin?requestId=2000000000');
    await expect(dialog.getByText('Failed to load request details')).toBeVisible();
    // Another try would have the same answer.
    await expect(dialog.getByText('It does not exist, or not any more.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
  });

  test('keeps its place for the keys of a picture above it, and for somebody who switched the keys off', async ({
    page,
    api,
  }) => {
    const word = unique('Keys ');
    const older = await api.request({ title: word });
    const newer = await api.request({ title: word }, [photo('pole.png')]);
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${encodeURIComponent(word)}`);
    const dialog = await openRequest(page, 'View Details', newer.external_id);
    await dialog.getByRole('tab', { name: 'Files (1)' }).click();
    await dialog
      .getByRole('button', { name: /pole\.png/ })
      .first()
      .click();
    const viewer = page.getByRole('dialog', { name: 'pole.png' });
    await expect(viewer).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await page.evaluate(() => localStorage.setItem('shortcuts', 'false'));
    await page.reload();
    await expect(dialog.getByText('1 of 2')).toBeVisible();
    await page.keyboard.press('j');
    // The button still leads on: had the key done so, this would be the way back.
    await dialog.getByRole('button', { name: 'Next request' }).click();
    await expect(page.getByRole('dialog', { name: new RegExp(`Request #${older.external_id}`) })).toBeVisible();
  });

  test('leads to the next and the previous request of the list, on the same tab', async ({ page, api }) => {
    const word = unique('Neighbour ');
    const [older, newer] = [await api.request({ title: word }), await api.request({ title: word })];
    await openAs(page, await api.staff('admin'), `/dashboard/admin?search=${encodeURIComponent(word)}`);
    const dialog = await openRequest(page, 'View Details', newer.external_id);
    await expect(dialog.getByText('1 of 2')).toBeVisible();
    await dialog.getByRole('tab', { name: 'Files (0)' }).click();
    await dialog.getByRole('button', { name: 'Next request' }).click();
    const next = page.getByRole('dialog', { name: new RegExp(`Request #${older.external_id}`) });
    await expect(next.getByText('No files uploaded yet')).toBeVisible();
    await page.keyboard.press('k');
    await expect(page.getByRole('dialog', { name: new RegExp(`Request #${newer.external_id}`) })).toBeVisible();
    await page.keyboard.press('j');
    await expect(next).toBeVisible();
    // What is entered is not lost on the way to another request.
    await next.getByRole('tab', { name: 'Status' }).click();
    await next.getByLabel(/Notes/).last().fill('half a thought');
    await next.getByRole('button', { name: 'Previous request' }).click();
    await expect(page.getByText('Discard unsaved changes?')).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(next.getByLabel(/Notes/).last()).toHaveValue('half a thought');
    // The question takes the keys until it has faded out.
    await expect(page.getByText('Discard unsaved changes?')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('shows pictures in full size, and asks before it discards input', async ({ page, api }) => {
    const admin = await api.staff('admin');
    const { external_id } = await api.request({ priority: 'low' }, [photo('pole.png')]);
    await openAs(page, admin, `/dashboard/admin?search=${external_id}`);
    const dialog = await openRequest(page, 'View Details', external_id);
    await dialog.getByRole('tab', { name: 'Files (1)' }).click();
    await expect(dialog).toContainText('pole.png');
    await expect(dialog).toContainText('Unknown');
    await dialog
      .getByRole('button', { name: /pole\.png/ })
      .first()
      .click();
    const viewer = page.getByRole('dialog').last();
    const picture = viewer.getByRole('img', { name: 'pole.png' });
    await expect(picture).toBeVisible();
    const share = await picture.evaluate((image) => Number.parseFloat(getComputedStyle(image).maxHeight) / innerHeight);
    expect(share).toBeCloseTo(0.85, 2);
    await page.keyboard.press('Escape');
    await expect(picture).toBeHidden();
    await expect(dialog).toBeVisible();

    await dialog.getByRole('tab', { name: 'Status' }).click();
    const notes = dialog.getByLabel(/Notes/).last();
    // Both in one task of the page, as in a page that is busy: only microtasks run in between.
    await notes.evaluate(async (field) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'half a thought');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      for (let turn = 0; turn < 5; turn += 1) await null;
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    await expect(page.getByText('Discard unsaved changes?')).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(notes).toHaveValue('half a thought');
  });

  test.use({ allowConsole: /404|409|500|net::ERR_FAILED/ });
});
