import { type AttentionKind, attentionKinds } from '#contract/words/requests.ts';
import { unique } from '../support/api.ts';
import { contract, type Input, pathOf } from '../support/calls.ts';
import { rowOf } from '../support/dashboards.ts';
import { signatureUrl } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, succeed } from '../support/network.ts';

test('The dashboard opens with what needs the office now, and each entry leads to its requests', async ({
  page,
  api,
}) => {
  const emergency = await api.request({ priority: 'Emergency' });
  const ordinary = await api.request();
  await openAs(page, await api.staff('admin'), '/dashboard/admin');
  const needs = page.getByRole('region', { name: 'What needs you now' });
  await expect(needs).toBeVisible();
  await needs.getByRole('link', { name: /^\d+ Emergency, not assigned$/ }).click();
  await expect(page).toHaveURL(/\?attention=unassigned_emergency$/);
  await expect(page.getByText('Only requests: Emergency, not assigned')).toBeVisible();
  await expect(rowOf(page, emergency.external_id)).toBeVisible();
  await expect(rowOf(page, ordinary.external_id)).toBeHidden();

  // The view survives a reload, and is left by one press.
  await page.reload();
  await expect(rowOf(page, emergency.external_id)).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
  await expect(rowOf(page, ordinary.external_id)).toBeVisible();
});

/** As the server answers it with a mail server, or with none. */
const mailState = (to: 'server' | 'files', failed: number) => ({
  failed,
  waiting: 0,
  route: { to, server: to === 'server' ? 'mail.example:587' : null },
});

test('The dashboard says that mails reach nobody, and leads to where that is mended', async ({ page, api }) => {
  let state = mailState('files', 0);
  await page.route(callTo(contract.mail.state), (route) => succeed(route, contract.mail.state, state));
  await openAs(page, await api.staff('admin'), '/dashboard/admin');
  const needs = page.getByRole('region', { name: 'What needs you now' });
  await needs.getByRole('link', { name: 'No mail server' }).click();
  await expect(page).toHaveURL(/\/settings\/mail$/);
  state = mailState('server', 3);
  await page.goto('/dashboard/admin');
  await needs.getByRole('link', { name: '3 mails could not be delivered' }).click();
  await expect(page).toHaveURL(/state=failed/);
});

test('When nothing needs attention, the dashboard says so', async ({ page, api }) => {
  await page.route(callTo(contract.mail.state), (route) => succeed(route, contract.mail.state, mailState('server', 0)));
  const none = Object.fromEntries(attentionKinds.map((kind) => [kind, 0])) as Record<AttentionKind, number>;
  let attention = { ...none, low_rating: 1 };
  await page.route(callTo(contract.requests.attention), (route) =>
    succeed(route, contract.requests.attention, { attention }),
  );
  await page.route(callTo(contract.heldRequests.count), (route) =>
    succeed(route, contract.heldRequests.count, { count: 0 }),
  );
  await page.clock.install();
  await openAs(page, await api.staff('admin'), '/dashboard/admin');
  const needs = page.getByRole('region', { name: 'What needs you now' });
  await expect(needs.getByRole('link')).toHaveCount(1);
  attention = none;
  await page.clock.runFor(30_000);
  await expect(needs).toHaveCount(0);
  await expect(page.getByText('Nothing needs you now')).toBeVisible();
});

test('A low rating that a technician took back waits for the office', async ({ page, api }) => {
  const technician = await api.person('technician', unique('Tess '));
  const request = await api.assignedTo(technician);
  const update = (body: Input<typeof contract.requests.updateWithFiles>['body']) =>
    api.as(technician, contract.requests.updateWithFiles, { ...pathOf(request), body });
  await update({ status: 'completed', rating: 2, signature: signatureUrl() });
  await update({ status: 'in_progress' });
  await update({ status: 'completed', rating: 5, signature: signatureUrl() });

  await openAs(page, await api.staff('admin'), `/dashboard/admin?attention=low_rating&requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  const earlier = dialog.getByRole('list', { name: 'Earlier Completions' }).getByRole('listitem');
  await expect(earlier).toContainText('2/5');
  await expect(earlier).toContainText('Waits for the office');
  await expect(earlier).toContainText(`Reopened by ${technician.name}.`);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(rowOf(page, request.external_id)).toBeVisible();

  await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'completed' } });
  await page.reload();
  const note = page.getByText('Only requests: Low rating: 1 or 2 stars', { exact: true });
  await expect(note).toHaveAttribute(
    'title',
    /Completed in the last 7 days\. One that a technician reopened stays here/,
  );
  await expect(rowOf(page, request.external_id)).toBeHidden();
});
