import type { Role } from '#contract/words/roles.ts';
import { unique } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { rowOf } from '../support/dashboards.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, succeed, withoutLive } from '../support/network.ts';
import { expectCount, message, requestsOf } from '../support/request-lists.ts';

// Live updates would show a change of somebody else before the page meets it.
test.beforeEach(({ page }) => withoutLive(page));

const PATH = '/dashboard/admin/requests';

test('The menu of technicians lists technicians before admins, with their base and the load of their day', async ({
  page,
  api,
}) => {
  const word = unique('Kim');
  const [far, near] = [await api.account('technician', `${word} Far`), await api.account('technician', `${word} Near`)];
  const admin = await api.account('admin', `${word} Boss`);
  const edit = (one: typeof far, base_location: string, role: Role) =>
    api.office(contract.users.update, {
      ...pathOf(one),
      body: { name: one.name, email: one.email, role, is_active: true, base_location },
    });
  const invited = {
    name: `${word} New`,
    email: `${unique('new')}@example.com`,
    role: 'technician',
    invite: true,
  } as const;
  await api.office(contract.users.create, { body: invited });
  await edit(far, 'Ocala', 'technician');
  await edit(admin, 'Orlando', 'admin');
  await api.assignedTo(far);
  const { requests, word: search } = await requestsOf(api, 1);
  await openAs(page, await api.staff('admin'), `${PATH}?search=${search}`);
  await page.getByRole('button', { name: `Assign ${requests[0]?.external_id}: Unassigned` }).click();
  await page.getByRole('combobox', { name: `Assign ${requests[0]?.external_id} to` }).fill(word);
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    `${near.name}free`,
    `${far.name}Ocala1 open, 1 today`,
    `${invited.name}Invitedfree`,
    `${admin.name}Admin · Orlandofree`,
  ]);
  // A base finds those who start there.
  await page.getByRole('combobox', { name: /^Assign REQ/ }).fill('ocala');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([`${far.name}Ocala1 open, 1 today`]);
});

test('The menu says of a closed request that it stays closed, and so does the message', async ({ page, api }) => {
  const technician = await api.account('technician');
  const { word, requests } = await requestsOf(api, 1);
  const [request] = requests;
  if (!request) throw new Error('there is no request');
  await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'cancelled' } });
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await page.getByRole('button', { name: new RegExp(`^Assign ${request.external_id}`) }).click();
  const search = page.getByRole('combobox', { name: `Assign ${request.external_id} to` });
  await expect(search).toHaveAccessibleDescription('This request is cancelled. Assigning does not reopen it.');
  await search.fill(technician.name);
  await search.press('Enter');
  await expect(message(page, `${technician.name} has it now. It is still cancelled.`)).toBeVisible();
  await page.goto(`${PATH}?requestId=${request.id}`);
  await page.getByRole('tab', { name: 'Assignment' }).click();
  await expect(page.getByText('This request is cancelled. Assigning does not reopen it.')).toBeVisible();
});

test('Assigning goes on to the next row, and the last row keeps the focus', { tag: '@phone' }, async ({
  page,
  api,
}) => {
  const technician = await api.account('technician');
  const { word, requests } = await requestsOf(api, 2);
  const [first, last] = requests;
  if (!first || !last) throw new Error('there are no requests');
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 2);
  const assign = ({ external_id }: { external_id: string }) =>
    page.getByRole('button', { name: new RegExp(`^Assign ${external_id}`) });
  await assign(first).click();
  await page.getByRole('option', { name: technician.name }).click();
  await expect(assign(last)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: `Assign ${last.external_id} to` }).fill(technician.name);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, last.external_id)).toContainText(technician.name);
  await expect(assign(last)).toBeFocused();
});

test('Assigning goes on to the row behind one that has left the list meanwhile', async ({ page, api }) => {
  const [technician, other] = [await api.account('technician'), await api.account('technician')];
  const { word, requests } = await requestsOf(api, 3);
  const [, second, third] = requests;
  if (!second || !third) throw new Error('there are no requests');
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}&status=pending`);
  await expectCount(page, 3);
  const assign = ({ external_id }: { external_id: string }) =>
    page.getByRole('button', { name: new RegExp(`^Assign ${external_id}`) });
  await assign(second).click();
  await page.getByRole('combobox', { name: `Assign ${second.external_id} to` }).fill(technician.name);
  await expect(page.getByRole('option', { name: technician.name })).toBeAttached();
  await api.office(contract.requests.assign, { ...pathOf(second), body: { technician_id: other.id } });
  // What was read a moment ago counts as fresh.
  await page.clock.setFixedTime(Date.now() + 10_000);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expectCount(page, 2);
  // The menu stays, with what was entered.
  await expect(page.getByRole('option', { name: technician.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(assign(third)).toBeFocused();
});

test('The menu has Unassigned as its last entry, which one Undo takes back', async ({ page, api }) => {
  const technician = await api.account('technician');
  const request = await api.assignedTo(technician);
  const read = async () => (await api.office(contract.requests.get, pathOf(request))).request;
  await openAs(page, await api.staff('admin'), `${PATH}?search=${request.external_id}`);
  await page.getByRole('button', { name: `Assign ${request.external_id}: ${technician.name}` }).click();
  await expect(page.getByRole('listbox').getByRole('option').last()).toHaveText('Unassigned');
  await page.getByRole('listbox').getByRole('option', { name: 'Unassigned' }).click();
  await expect(message(page, 'Request taken back: it is unassigned.')).toBeVisible();
  await expect(rowOf(page, request.external_id)).toContainText('Pending');
  expect(await read()).toMatchObject({ status: 'pending', assigned_to: null });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(message(page, 'Undone')).toBeVisible();
  await expect(rowOf(page, request.external_id)).toContainText(technician.name);
  expect(await read()).toMatchObject({ status: 'assigned', assigned_to: technician.id });
});

test('Many requests are taken back together, and all go back by one Undo', async ({ page, api }) => {
  const [one, other] = [await api.account('technician'), await api.account('technician')];
  const { word, requests } = await requestsOf(api, 3);
  const give = (index: number, { id }: { id: number }) =>
    api.office(contract.requests.assign, { ...pathOf(requests[index]), body: { technician_id: id } });
  await give(0, one);
  await give(1, other);
  await api.office(contract.requests.changeStatus, { ...pathOf(requests[1]), body: { status: 'in_progress' } });
  await openAs(page, await api.staff('admin'), `${PATH}?search=${word}`);
  await expectCount(page, 3);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('region', { name: 'Selected requests' }).getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'Unassigned' }).click();
  await expect(message(page, '3 requests unassigned')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Unassigned' })).toHaveCount(3);
  const changes: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && changes.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(message(page, 'Undone')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  // One call, however many had them before: a tab that closes in between leaves nothing half undone.
  expect(changes).toEqual(['/api/requests/bulk/restore']);
  const states = await Promise.all(
    requests.map(async ({ id }) => (await api.office(contract.requests.get, pathOf({ id }))).request),
  );
  expect(states).toMatchObject([
    { status: 'assigned', assigned_to: one.id },
    { status: 'in_progress', assigned_to: other.id },
    { status: 'pending', assigned_to: null },
  ]);
});

test('A menu of technicians that is longer than its box shows at its edge that it goes on', async ({ page, api }) => {
  const person = { email: 'one@example.com', role: 'technician', is_invited: false, open: 0, today: 0 } as const;
  const assignees = Array.from({ length: 20 }, (_, n) => ({
    ...person,
    id: n + 1,
    name: `Person ${n}`,
    base_location: 'Ocala',
  }));
  await page.route(callTo(contract.requests.assignees), (route) =>
    succeed(route, contract.requests.assignees, { assignees }),
  );
  const { requests, word: search } = await requestsOf(api, 1);
  await openAs(page, await api.staff('admin'), `${PATH}?search=${search}`);
  await page.getByRole('button', { name: `Assign ${requests[0]?.external_id}: Unassigned` }).click();
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option')).toHaveCount(21);
  /** What is painted beside the names, at a height of the box. */
  const beside = async (edge: 'top' | 'middle' | 'bottom') => {
    const { x, y, height } = (await list.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    const at = { top: y, middle: y + height / 2, bottom: y + height - 7 }[edge];
    const clip = { x: Math.ceil(x) + 7, y: Math.ceil(at), width: 3, height: 3 };
    return (await page.screenshot({ clip })).toString('base64');
  };
  const plain = await beside('middle');
  expect(await beside('top')).toBe(plain);
  expect(await beside('bottom')).not.toBe(plain);
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  expect(await beside('top')).not.toBe(plain);
  expect(await beside('bottom')).toBe(plain);
});
