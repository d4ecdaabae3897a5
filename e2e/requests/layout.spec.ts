import type { Locator, Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '../support/accessibility.ts';
import type { Api, SomeOfRequest } from '../support/api.ts';
import { contract, pathOf } from '../support/calls.ts';
import { openRequest } from '../support/dashboards.ts';
import { photo } from '../support/files.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

/** A request that is assigned to the technician. */
async function assigned(api: Api, fields?: SomeOfRequest) {
  const technician = await api.staff('technician');
  return { technician, request: await api.assignedTo(technician, fields) };
}

/** Texts inside `within` that are wider than their element, except those that end in an ellipsis and are whole on hover. */
const cutOff = (within: Locator) =>
  within.evaluateAll((elements) =>
    elements
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .filter(
        (element) =>
          getComputedStyle(element).textOverflow !== 'ellipsis' ||
          element.getAttribute('title') !== element.textContent,
      )
      .map((element) => `${element.textContent}: ${element.scrollWidth} in ${element.clientWidth}`),
  );

test.describe('The list of requests', () => {
  const widths = [1000, 1100, 1200, 1280, 1366, 1440, 1920];
  test(`cuts off no ID, badge or button at ${widths.join(', ')} px`, async ({ page, api }) => {
    const admin = await api.staff('admin');
    const request = await api.request({ priority: 'Emergency' });
    await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'in_progress' } });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      // Searched for, because other tests add newer requests.
      await openAs(page, admin, `/dashboard/admin?search=${request.external_id}`);
      await expect(page.getByText(/^Showing \d/)).toBeVisible();
      await expect(page.getByRole('button', { name: `View Details: ${request.external_id}` })).toBeInViewport();
      await expectNoSidewaysScroll(page);
      expect(await cutOff(page.getByRole('button', { name: 'Clear Filters' }).locator('span'))).toEqual([]);
      const table = page.getByRole('region', { name: 'Requests' });
      if ((await table.count()) === 0) continue;
      expect(await cutOff(table.locator('tbody td, tbody td :is(span, button)'))).toEqual([]);
      // Names and titles keep room. From 1280 px on there is more, because the words of the navigation give way first.
      for (const name of ['Customer', 'Title']) {
        const head = await table.getByRole('columnheader', { name }).boundingBox();
        expect(head?.width, `${name} at ${width} px`).toBeGreaterThan(width < 1280 ? 130 : 165);
      }
      const button = await page
        .getByRole('button', { name: /^View Details/ })
        .first()
        .boundingBox();
      expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(width);
    }
  });
});

test('All tabs of a request have the same height and leave the tab bar in place', { tag: '@phone' }, async ({
  page,
  api,
}) => {
  const request = await api.request({ description: 'Out since Friday, all of it.\n'.repeat(60) });
  await openAs(
    page,
    await api.staff('admin'),
    `/dashboard/admin?search=${request.external_id}&requestId=${request.id}`,
  );
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await expect(dialog.getByRole('tab', { name: 'Details' })).toBeVisible();
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null))));
  const places: string[] = [];
  for (const name of ['Details', /^Files/, 'Assignment', 'Status']) {
    await dialog.getByRole('tab', { name }).click();
    const bar = await dialog.getByRole('tablist').boundingBox();
    const box = await dialog.boundingBox();
    places.push([bar?.x, bar?.y, box?.y, box?.height].map((value) => Math.round(value ?? -1)).join(' '));
  }
  expect(new Set(places).size).toBe(1);
});

test('The list of technicians opens below its field and inside the window', { tag: '@phone' }, async ({
  page,
  api,
}) => {
  await Promise.all(Array.from({ length: 8 }, () => api.account('technician')));
  const request = await api.request();
  const size = page.viewportSize() ?? { width: 1280, height: 700 };
  await page.setViewportSize({ ...size, height: 700 });
  await openAs(
    page,
    await api.staff('admin'),
    `/dashboard/admin?search=${request.external_id}&requestId=${request.id}`,
  );
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByRole('tab', { name: 'Assignment' }).click();
  const field = dialog.getByRole('combobox', { name: /Technician/ });
  await field.click();
  const list = page.getByRole('listbox');
  await expect(list).toBeVisible();
  // The list finds its place after it is shown.
  await expect(async () => {
    const [fieldBox, listBox] = [await field.boundingBox(), await list.boundingBox()];
    expect(listBox?.y).toBeGreaterThanOrEqual((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0));
    expect((listBox?.y ?? 0) + (listBox?.height ?? 0)).toBeLessThanOrEqual(700);
  }).toPass();
});

/** Tabs through a dialog and returns every stop that its sticky buttons cover, even in part. */
async function hiddenStops(page: Page, dialog: Locator): Promise<string[]> {
  const hidden: string[] = [];
  const stops = await dialog.locator('a[href], button, input, textarea, select, [tabindex="0"]').count();
  for (let stop = 0; stop < stops + 2; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      const foot = [...document.querySelectorAll('[role=dialog] div')].find((element) => {
        const { position, bottom } = getComputedStyle(element);
        return position === 'sticky' && bottom !== 'auto' && element.getClientRects().length > 0;
      });
      if (!foot) throw new Error('the dialog has no foot');
      if (!focused || foot.contains(focused) || focused.contains(foot)) return null;
      const box = (focused.closest('label') ?? focused).getBoundingClientRect();
      const edge = foot.getBoundingClientRect().top;
      return box.height > 0 && box.bottom > edge + 1
        ? `${focused.outerHTML.slice(0, 90)} ${box.bottom} > ${edge}`
        : null;
    });
    if (found) hidden.push(found);
  }
  return hidden;
}

test('The sticky buttons of a dialog never cover the focused element', { tag: '@phone' }, async ({ page, api }) => {
  const { technician, request } = await assigned(api);
  const size = page.viewportSize() ?? { width: 1280, height: 640 };
  await page.setViewportSize({ ...size, height: 640 });
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  // The hint makes the foot higher.
  await dialog.getByRole('button', { name: 'Client rating and signature' }).click();
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText('Please collect client signature and rating')).toBeVisible();
  expect(await hiddenStops(page, dialog)).toEqual([]);
});

test('Choosing Completed shows its section, and all that is missing', { tag: '@phone-only' }, async ({ page, api }) => {
  const { technician, request } = await assigned(api);
  const size = page.viewportSize() ?? { width: 1280, height: 700 };
  await page.setViewportSize({ ...size, height: 700 });
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  // Not the stars: they would end up under the pointer.
  await expect(dialog.getByRole('button', { name: 'Client rating and signature' })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Update Request' }).click();
  await expect(dialog.getByText('Client signature is required to complete the case')).toBeVisible();
  await expect(dialog.getByText('Client rating (1-5 stars) is required to complete the case')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  expect(await cutOff(dialog.locator('button, button span'))).toEqual([]);
});

test('Each try to complete a request brings what is missing into view, and nothing moves while it is mended', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const { technician, request } = await assigned(api);
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  // Playwright's own click scrolls to a button that sticks to the edge.
  const update = async () => {
    const at = await dialog.getByRole('button', { name: 'Update Request' }).boundingBox();
    if (at) await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
  };
  await dialog.getByRole('radio', { name: 'Completed' }).check();
  await update();
  await expect(dialog.getByRole('radio', { name: /^1 star/ })).toBeFocused();
  await expect(dialog.getByRole('group', { name: 'Client rating' })).toBeInViewport({ ratio: 1 });
  const stars = dialog.getByRole('radio', { name: /^4 stars/ });
  await stars.press('Space');
  await expect(dialog.getByText('Client rating (1-5 stars) is required')).toBeHidden();
  await expect(stars).toBeFocused();
  const pad = dialog.getByRole('img', { name: 'Signature area, empty' });
  await dialog.getByRole('heading', { name: 'Customer Information' }).scrollIntoViewIfNeeded();
  await expect(pad).not.toBeInViewport();
  await update();
  await expect(dialog.getByRole('radio', { name: 'Draw' })).toBeFocused();
  await expect(pad).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByText('Client signature is required to complete the case')).toBeInViewport({ ratio: 1 });
});

test('Open work comes before closed work, and the cards of a technician filter the list', {
  tag: '@phone-only',
}, async ({ page, api }) => {
  const technician = await api.person('technician');
  const made = [];
  for (const status of ['in_progress', 'assigned', 'completed', 'cancelled'] as const) {
    const request = await api.assignedTo(technician);
    await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status } });
    made.push(request.external_id);
  }
  const [inProgress = '', waiting = '', completed = '', cancelled = ''] = made;
  await openAs(page, technician, '/dashboard/technician');
  const buttons = page.getByRole('button', { name: /^Work on it: / });
  const listed = async () =>
    (await buttons.evaluateAll((found) => found.map((button) => button.getAttribute('aria-label')))).map((label) =>
      label?.replace('Work on it: ', ''),
    );
  await expect(buttons).toHaveCount(4);
  expect(await listed()).toEqual([inProgress, waiting, cancelled, completed]);
  for (const [card, ids] of [
    ['Completed', [completed]],
    ['In Progress', [inProgress]],
    ['Pending', [waiting]],
    ['Total Assigned', [inProgress, waiting, cancelled, completed]],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^${card}`) }).click();
    await expect.poll(listed).toEqual(ids);
  }
  await page.getByRole('button', { name: /^Completed/ }).click();
  await expect(page).toHaveURL(/\?show=completed$/);
  await page.reload();
  await expect(buttons).toHaveCount(1);
});

test('The pager of the picture viewer stands below the picture', { tag: '@phone-only' }, async ({ page, api }) => {
  const admin = await api.staff('admin');
  const request = await api.request({}, [photo('pole.png')]);
  const { external_id } = request;
  const after = [photo('after.png', [200, 200, 90])];
  await api.office(contract.requests.updateWithFiles, {
    ...pathOf(request),
    body: { status: 'in_progress' },
    files: after,
  });
  const size = page.viewportSize() ?? { width: 1280, height: 600 };
  await page.setViewportSize({ ...size, height: 600 });
  await openAs(page, admin, `/dashboard/admin?search=${external_id}`);
  const dialog = await openRequest(page, 'View Details', external_id);
  await dialog.getByRole('tab', { name: 'Files (2)' }).click();
  await dialog.getByRole('button', { name: /pole\.png/ }).click();
  const viewer = page.getByRole('dialog', { name: 'pole.png' });
  const picture = viewer.getByRole('img', { name: 'pole.png' });
  // The picture fills all the room, as a phone's photo does.
  await picture.evaluate((image) => {
    image.style.inlineSize = '100%';
    image.style.aspectRatio = '3 / 4';
  });
  const next = viewer.getByRole('button', { name: 'Next image' });
  await expect(next).toBeInViewport({ ratio: 1 });
  const [image, pager] = [await picture.boundingBox(), await next.boundingBox()];
  expect((image?.y ?? 0) + (image?.height ?? 0)).toBeLessThanOrEqual(pager?.y ?? 0);
});

test('A name is written in its own direction', async ({ page, api }) => {
  const customerName = 'شركة النور (Orlando)';
  const { technician, request } = await assigned(api, { customerName });
  await openAs(page, technician, `/dashboard/technician?requestId=${request.id}`);
  const dialog = page.getByRole('dialog', { name: new RegExp(request.external_id) });
  await expect(dialog.getByText(customerName)).toHaveCSS('direction', 'rtl');
  await expect(dialog.getByText('88 Sample Street')).toHaveCSS('direction', 'ltr');
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(customerName)).toHaveCSS('direction', 'rtl');
});

test('Forced colors keep every state distinguishable', async ({ page, api }) => {
  const request = await api.request();
  await api.office(contract.requests.changeStatus, { ...pathOf(request), body: { status: 'in_progress' } });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/track?id=${request.external_id}`);
  const steps = page.getByRole('list', { name: 'Progress' }).getByRole('listitem');
  await expect(steps).toHaveCount(4);
  const lamp = (at: number) =>
    steps
      .nth(at)
      .locator('span')
      .first()
      .evaluate((element) => {
        const { backgroundColor, outlineStyle } = getComputedStyle(element);
        return `${backgroundColor} ${outlineStyle}`;
      });
  const [assignedLamp, current, ahead] = [await lamp(1), await lamp(2), await lamp(3)];
  expect(assignedLamp).not.toBe(ahead);
  expect(current).not.toBe(assignedLamp);
  expect(current).not.toBe(ahead);

  await openAs(page, await api.staff('admin'), '/dashboard/admin?status=in_progress');
  const look = (name: RegExp) =>
    page
      .getByRole('button', { name })
      .first()
      .evaluate((element) => {
        const { borderColor, backgroundColor, outlineStyle } = getComputedStyle(element);
        return `${borderColor} ${backgroundColor} ${outlineStyle}`;
      });
  await expect(page.getByRole('button', { name: /^In Progress/ })).toHaveAttribute('aria-pressed', 'true');
  expect(await look(/^In Progress/)).not.toBe(await look(/^Completed/));
});
