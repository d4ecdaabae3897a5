import { expectAccessible } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { rowOf } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';
import { callTo, withoutLive } from '../support/network.ts';
import { closeWaiting, sendByHandOnly, WAITS } from '../support/outbox.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));
test.use({ allowConsole: /net::ERR_|status of 409/ });

const HOME = '/dashboard/technician';

test(
  "A technician's screens: without work, the list, a request, and the list of the dashboard filtered",
  {
    tag: '@phone',
  },
  async ({ page, api }, info) => {
    const technician = await api.person('technician');
    await openAs(page, technician, HOME);
    await expect(page.getByText('No requests assigned to you yet')).toBeVisible();
    await expectAccessible(page);
    const bar = page.getByRole('navigation', { name: 'Dashboard' });
    await bar.getByRole('link', { name: isOnPhone(info) ? 'Requests' : 'My Requests' }).click();
    await expect(page.getByRole('heading', { name: 'My Requests', level: 1 })).toBeVisible();
    await expect(page.getByText('No requests assigned to you yet')).toBeVisible();
    await expectAccessible(page, page.getByRole('main'));

    const [first, done] = [await api.assignedTo(technician), await api.assignedTo(technician)];
    await api.office(contract.requests.changeStatus, { ...pathOf(done), body: { status: 'completed' } });
    await page.reload();
    await expect(rowOf(page, first.external_id)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: `View: ${first.external_id}` }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(first.external_id) });
    await expect(dialog).toContainText('88 Sample Street, Orlando, FL 32801');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await bar.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('button', { name: /^Completed/ }).click();
    await expect(page.getByRole('button', { name: /^Work on it: / })).toHaveCount(1);
    await expectAccessible(page);
  },
);

test("The work order: photos, the client's part and what it lacks, a typed name, no signature, and a conflict", {
  tag: '@phone',
}, async ({ page, api }) => {
  const technician = await api.staff('technician');
  const request = await api.assignedTo(technician);
  await openAs(page, technician, `${HOME}?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  const update = dialog.getByRole('button', { name: 'Update Request' });
  await dialog.getByRole('radio', { name: 'In Progress' }).check();
  await dialog.locator('input[type=file][multiple]').setInputFiles([photo('before.png')]);
  await expect(dialog.getByRole('list', { name: 'Photos to send' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await dialog.getByRole('button', { name: 'Client rating and signature' }).click();
  await update.click();
  await expect(dialog.getByText('Please collect client signature and rating to complete the case')).toBeVisible();
  await update.click();
  await expect(dialog.getByText('Client rating (1-5 stars) is required to complete the case')).toBeVisible();
  await expectAccessible(page, dialog);
  await dialog.getByText('Type name').click();
  await dialog.getByLabel('Full name as signature').fill('Dana Whitfield');
  await dialog.getByRole('radio', { name: /^5 stars/ }).check();
  await expectAccessible(page, dialog);
  await dialog.getByRole('button', { name: 'Customer cannot sign' }).click();
  const section = dialog.getByRole('region', { name: 'Visit without a signature' });
  await section.getByRole('radio', { name: 'Customer absent' }).check();
  await update.click();
  await expect(section.getByText('Please confirm that you were there and got no signature')).toBeVisible();
  await expectAccessible(page, dialog);
  await section.getByLabel('Reason').fill('The gate was locked at 3 PM.');
  await section.getByRole('checkbox', { name: 'I was there and got no signature' }).check();
  await dialog.getByLabel('Notes').fill('Pole 4 waits.');
  await api.office(contract.requests.changeStatus, {
    ...pathOf(request),
    body: { status: 'cancelled', notes: 'Bring the ladder.' },
  });
  await update.click();
  await expect(dialog.getByRole('table', { name: 'What has changed' })).toBeVisible();
  await expectAccessible(page, dialog);
});

test(
  'Work that is not sent: the question of a closed dialog, what is marked in the list, and a logout',
  {
    tag: '@phone',
  },
  async ({ page, api }, info) => {
    const technician = await api.person('technician');
    const request = await api.assignedTo(technician);
    await sendByHandOnly(page);
    await openAs(page, technician, `${HOME}?requestId=${request.id}`);
    const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
    await dialog.getByLabel('Notes').fill('Ladder is too short.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const unsaved = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await expect(unsaved).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(unsaved).toBeHidden();
    await page.route(callTo(contract.requests.updateWithFiles), (route) => route.abort());
    await dialog.getByRole('button', { name: 'Update Request' }).click();
    await expect(dialog.getByText(WAITS)).toBeVisible();
    if (!isOnPhone(info)) await expectAccessible(page, dialog);
    await closeWaiting(page, dialog);
    await expect(page.getByRole('region', { name: 'Not sent yet' })).toBeVisible();
    await expect(rowOf(page, request.external_id)).toContainText('Not sent yet');
    await page.context().setOffline(true);
    await expect(page.getByText(/^Showing what was loaded at .+ No connection\.$/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: technician.name }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Log out with unsent work?' });
    await expect(question).toBeVisible();
    await expectAccessible(page, question);
  },
);
