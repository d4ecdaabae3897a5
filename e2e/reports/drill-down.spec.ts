import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { unique } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { expectCount, message } from '../support/request-lists.ts';
import { aWorkedTechnician, figureOf, reportOf } from './work.ts';

/** Presses the part of a chart's drawing that belongs to a figure. Drawings have no roles: their table is for reading. */
const pressMark = (figure: Locator, kind: 'sector' | 'rectangle', nth: number) =>
  figure.locator(`path.recharts-${kind}`).nth(nth).click();

/** Expects the list with exactly these requests, and goes back to the report. */
async function expectList(page: Page, note: RegExp, requests: readonly { external_id: string }[]): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  // The same words stand in the head of the printed page.
  await expect(page.getByText(note).filter({ visible: true })).toBeVisible();
  await expectCount(page, requests.length);
  for (const { external_id } of requests) {
    await expect(page.getByRole('button', { name: `View Details: ${external_id}` })).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Reports & Analytics' })).toBeVisible();
}

test('A click on a slice or a bar opens the requests that it counts', async ({ page, api }) => {
  const { technician, service, requests } = await aWorkedTechnician(api);
  const { good, poor, working, assigned, cancelled, pending } = requests;
  await openAs(page, await api.staff('admin'), `${reportOf(technician)}&period=last_7_days`);
  const note = new RegExp(`^Only requests: assigned to ${technician.name}$`);

  await pressMark(figureOf(page, 'Status Distribution'), 'sector', 3);
  await expect(page).toHaveURL(/status=completed.*period=custom&from=[\d-]+&to=[\d-]+/);
  await expectList(page, note, [good, poor]);

  await pressMark(figureOf(page, 'Priority Distribution'), 'rectangle', 0);
  await expectList(page, note, [good, cancelled]);

  await pressMark(figureOf(page, 'Service Types'), 'sector', 1);
  await expectList(page, /^Only requests: assigned to .+, service type /, [good]);
  expect(service).toContain('=1+');

  await pressMark(figureOf(page, 'Rating Distribution'), 'rectangle', 0);
  await expectList(page, /^Only requests: .*, rated 2 of 5$/, [poor]);

  // The last step of the timeline: today.
  const timeline = figureOf(page, 'Requests Timeline').getByRole('img', { name: /^Requests Timeline\./ });
  const { width = 0, height = 0 } = (await timeline.boundingBox()) ?? {};
  await timeline.click({ position: { x: width - 30, y: height / 2 } });
  await expectList(page, /^Only requests: .*, not cancelled$/, [good, poor, working, assigned, pending]);

  await pressMark(figureOf(page, 'Technician Average Rating'), 'rectangle', 0);
  await expectList(page, /^Only requests: .*, rated$/, [good, poor]);

  // The three parts of the technician's bar.
  for (const [nth, part] of [[good, poor], [working], [assigned]].entries()) {
    await pressMark(figureOf(page, 'Technician Performance'), 'rectangle', nth);
    await expectList(page, note, part);
  }
});

test('The keyboard opens them as well', async ({ page, api }) => {
  const { technician, requests } = await aWorkedTechnician(api);
  const { working, poor, good } = requests;
  await openAs(page, await api.staff('admin'), reportOf(technician));
  const note = new RegExp(`^Only requests: assigned to ${technician.name}`);
  // From the legend.
  await figureOf(page, 'Status Distribution').getByRole('link', { name: 'In Progress' }).press('Enter');
  await expectList(page, note, [working]);
  // From the table behind the chart.
  const rating = figureOf(page, 'Rating Distribution');
  await rating.getByRole('button', { name: /^Show as table/ }).press('Enter');
  await rating.getByRole('link', { name: '5 stars' }).press('Enter');
  await expectList(page, /^Only requests: .*, rated 5 of 5$/, [good]);
  // From a box with a badge.
  await page
    .getByRole('list', { name: 'Key performance indicators' })
    .getByRole('link', { name: 'Completion Rate' })
    .press('Enter');
  await expectList(page, note, [good, poor]);
  // The list says what it shows, and leads to all.
  await page
    .getByRole('table', { name: 'Top Performing Technicians' })
    .getByRole('link', { name: technician.name })
    .press('Enter');
  // The same words stand in the head of the printed page.
  await expect(page.getByText(note).filter({ visible: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByText(note)).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
});

test('A chart is saved as data, in which no cell is a formula, and as a picture', async ({ page, api }) => {
  const { technician, service } = await aWorkedTechnician(api);
  await openAs(page, await api.staff('admin'), reportOf(technician));
  const services = figureOf(page, 'Service Types');
  const save = async (item: string) => {
    const download = page.waitForEvent('download');
    await services.getByRole('button', { name: 'Download: Service Types' }).press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
    const file = await download;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const data = await save('Data (CSV)');
  expect(data.name).toMatch(/^report-service-type-filtered-\d{4}-\d\d-\d\d\.csv$/);
  expect(data.bytes.toString()).toBe(`\uFEFF"Service Type","Requests"\r\n"Other",5\r\n"'${service}",1\r\n`);
  await expect(message(page, 'The file is in your downloads.')).toBeVisible();

  const picture = await save('Picture (PNG)');
  expect(picture.name).toMatch(/^report-service-type-filtered-\d{4}-\d\d-\d\d\.png$/);
  const { width, height, format } = await sharp(picture.bytes).metadata();
  expect(format).toBe('png');
  expect(Math.min(width, height)).toBeGreaterThan(400);
  // The two slices are in it, each in its own colour.
  const { data: pixels } = await sharp(picture.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const seen = new Map<string, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const color = pixels.subarray(at, at + 3).join();
    seen.set(color, (seen.get(color) ?? 0) + 1);
  }
  const large = [...seen].filter(([, count]) => count > 1_000).map(([color]) => color);
  expect(large.length).toBeGreaterThanOrEqual(3);
  await expect(message(page, 'The picture is in your downloads.')).toBeVisible();
});

test('A picture of a chart cuts no text off', async ({ page, api }) => {
  const { technician } = await aWorkedTechnician(api);
  // As long as a service may be: wider than the chart, as its entry in the legend.
  const service = `${unique('Sign lighting ')}${'m'.repeat(60)}`.slice(0, 60);
  await api.assignedTo(technician, { service_type: service });
  await page.addInitScript(() => {
    const make = URL.createObjectURL;
    URL.createObjectURL = (source) => {
      if (source instanceof Blob && source.type === 'image/svg+xml') {
        void source.text().then((svg) => document.body.setAttribute('data-picture', svg));
      }
      return make(source);
    };
  });
  await openAs(page, await api.staff('admin'), reportOf(technician));
  for (const title of ['Service Types', 'Technician Performance']) {
    await expect(figureOf(page, title).getByRole('img', { name: new RegExp(`^${title}`) })).toBeVisible();
    await page.locator('body').evaluate((body) => body.removeAttribute('data-picture'));
    await figureOf(page, title)
      .getByRole('button', { name: `Download: ${title}` })
      .click();
    await page.getByRole('menuitem', { name: 'Picture (PNG)' }).click();
    await expect(page.locator('body[data-picture]')).toHaveCount(1);
    const cut = await page.locator('body').evaluate((body) => {
      const frame = document.createElement('div');
      // The page has the font already, and allows no style sheet here.
      frame.innerHTML = (body.getAttribute('data-picture') ?? '').replace(/<style>.*?<\/style>/s, '');
      body.append(frame);
      const picture = frame.querySelector('svg');
      const plot = picture?.querySelector('svg');
      if (!picture || !plot) throw new Error('no picture');
      const isIn = (text: Element, part: Element) => {
        const [inner, outer] = [text.getBoundingClientRect(), part.getBoundingClientRect()];
        return inner.left >= outer.left && inner.right <= outer.right;
      };
      const clips = getComputedStyle(plot).overflow !== 'visible';
      const texts = [...picture.querySelectorAll('text')];
      const found = texts.filter((text) => !isIn(text, picture) || (clips && plot.contains(text) && !isIn(text, plot)));
      frame.remove();
      return { cut: found.map(({ textContent }) => textContent), texts: texts.length };
    });
    expect(cut.cut).toEqual([]);
    expect(cut.texts).toBeGreaterThan(3);
  }
});

test('A list without a row says whose it would be', async ({ page, api }) => {
  const technician = await api.person('technician');
  await openAs(page, await api.staff('admin'), `/dashboard/admin?technician=${technician.id}`);
  await expect(page.getByText('No requests match your filters')).toBeVisible();
  await expect(page.getByText(`Only requests: assigned to ${technician.name}`)).toBeVisible();
});
