import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import { unique } from '../support/api.ts';
import { expect, test } from '../support/fixtures.ts';
import { countOf, fillIn, openForm, received, submit } from '../support/request-form.ts';

const IN_HOURS = new Date('2026-11-18T15:00:00Z');
/** A Saturday. */
const CLOSED = new Date('2026-11-21T15:00:00Z');
const main = 'main';

test.describe('An emergency', () => {
  test('in office hours is sent like any other request, with the phone beside it and no call after it', async ({
    page,
  }) => {
    await page.clock.setFixedTime(IN_HOURS);
    await openForm(page);
    const panel = page.getByRole('region', { name: 'Emergencies' });
    await expect(panel.getByText('The office is open until 4:00 PM.')).toBeVisible();
    await expect(panel.getByText(/Emergency requests outside office hours are by phone only/).last()).toBeVisible();
    await expect(panel.getByRole('link')).toHaveAttribute('href', 'tel:+14075550199');
    await page.getByRole('radio', { name: /Emergency/ }).check();
    await expect(page.getByText(/Emergencies outside office hours are taken by phone only/)).toBeVisible();
    await expect(page.locator(main).getByRole('link', { name: /Call/ })).toHaveCount(1);
    await fillIn(page, unique('Calm '));
    await submit(page);
    await received(page);
    await expect(page.getByText('Call now.')).toHaveCount(0);
  });

  test('outside office hours asks for a call, and says when a request is read', { tag: '@phone' }, async ({
    page,
    api,
  }) => {
    const title = unique('Night ');
    await page.clock.setFixedTime(CLOSED);
    await openForm(page);
    const panel = page.getByRole('region', { name: 'Emergencies' });
    await expect(panel.getByText('The office is closed and opens Monday at 7:30 AM.')).toBeVisible();
    await fillIn(page, title);
    await page.getByRole('radio', { name: /Emergency/ }).check();
    await expect(
      page.getByText('Please call: nobody reads a request before the office opens Monday at 7:30 AM.'),
    ).toBeVisible();
    const calls = page.locator(main).getByRole('link', { name: 'Call (407) 555-0199' });
    await expect(calls).toHaveCount(2);
    await expect(calls.last()).toHaveAttribute('href', 'tel:+14075550199');
    await expectNoSidewaysScroll(page);
    // The request can be sent all the same.
    await submit(page);
    await received(page);
    expect(await countOf(api.office, title)).toBe(1);
    const now = page.getByRole('alert').filter({ hasText: 'Call now.' });
    await expect(now).toContainText('nobody reads your request before it opens Monday at 7:30 AM.');
    await expect(now.getByRole('link', { name: 'Call (407) 555-0199' })).toHaveAttribute('href', 'tel:+14075550199');
    await expectNoSidewaysScroll(page);

    // A request of another priority asks for no call.
    await page.getByRole('button', { name: 'Submit another request' }).click();
    await fillIn(page, unique('Calm '));
    await page.getByRole('radio', { name: /Medium/ }).check();
    await submit(page);
    await received(page);
    await expect(page.getByText('Call now.')).toHaveCount(0);
  });

  test('follows the office hours while the page stays open', async ({ page }) => {
    await page.clock.install({ time: new Date('2026-11-18T20:59:00Z') });
    await openForm(page);
    const panel = page.getByRole('region', { name: 'Emergencies' });
    await expect(panel.getByText('The office is open until 4:00 PM.')).toBeVisible();
    await page.clock.runFor('02:00');
    await expect(panel.getByText('The office is closed and opens tomorrow at 7:30 AM.')).toBeVisible();
  });
});
