import { expectAccessible } from '../support/accessibility.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { answer, callTo, hold, succeed } from '../support/network.ts';
import { aBadSystem, aFineSystem } from './answers.ts';

const SYSTEM = '/dashboard/admin/system';
const CALL = callTo(contract.system.state);
// A server makes one back-up at a time, so these tests run one after the other.
test.describe.configure({ mode: 'default' });

test('An admin sees how the product stands, and makes a back-up at once', async ({ page, api }) => {
  await openAs(page, await api.staff('admin'), SYSTEM);
  await expect(page.getByRole('heading', { name: 'System', level: 1 })).toBeVisible();
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(part('Database')).toContainText(/PostgreSQL\s*\d+/);
  await expect(part('Disk')).toContainText(/ free/);
  await expect(part('Mail')).toContainText('Mails are not sent');
  await expect(part('Virus scanner')).toContainText(/Off.*Set CLAMD_ADDRESS/);
  const runs = part('Back-ups').getByRole('listitem');
  const known = await runs.count();
  await part('Back-ups').getByRole('button', { name: 'Back Up Now' }).click();
  await expect(runs).toHaveCount(known + 1);
  await expect(runs.first()).toContainText(/Whole.*Asked for.*read back/);
  await expect(part('Back-ups').getByRole('button', { name: 'Back Up Now' })).toBeEnabled();
  await expectAccessible(page);
});

test('While it loads, when all is fine, when much is bad, and when a part cannot be read', { tag: '@phone' }, async ({
  page,
  api,
}) => {
  const release = await hold(page, CALL);
  await openAs(page, await api.staff('admin'), SYSTEM);
  await expect(page.getByRole('status', { name: 'Loading the state of the system' })).toBeVisible();
  await expectAccessible(page);
  release();
  await expect(page.getByRole('region', { name: 'Database' })).toBeVisible();
  await page.unroute(CALL);
  let system = aFineSystem();
  await page.route(CALL, (route) => succeed(route, contract.system.state, { system }));
  await page.reload();
  await expect(page.getByText('Everything works.')).toBeVisible();
  await expectAccessible(page);
  system = aBadSystem();
  await page.reload();
  await expect(
    page.getByText(
      'Act now: Back-ups, Disk, Jobs, and Virus scanner. Needs attention: Database and Mail. Could not be read: Audit trail.',
    ),
  ).toBeVisible();
  const failing = page.getByRole('list', { name: 'Failing jobs' }).getByRole('listitem');
  await expect(failing).toContainText(['reports.figures']);
  await expect(page.getByRole('list', { name: 'Last back-ups' })).toContainText('The disk of the back-ups is full.');
  await expectAccessible(page);
});

test.describe('A refusal', () => {
  test.use({ allowConsole: /500|409/ });
  test('of the page has a way to try again, and one of a back-up says why', async ({ page, api }) => {
    await page.route(CALL, (route) => answer(route, 500, { error: 'internal', message: 'Something went wrong' }));
    await openAs(page, await api.staff('admin'), SYSTEM);
    await expect(page.getByText('Something went wrong')).toBeVisible();
    await expectAccessible(page);
    await page.unroute(CALL);
    await page.getByRole('button', { name: 'Try Again' }).click();
    const message = 'A back-up is under way. Wait until it has ended.';
    await page.route(callTo(contract.backups.start), (route) => answer(route, 409, { error: 'conflict', message }));
    await page.getByRole('button', { name: 'Back Up Now' }).click();
    await expect(page.getByRole('alert')).toHaveText(message);
  });
});
