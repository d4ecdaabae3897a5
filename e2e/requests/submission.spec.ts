import { pdf } from '#server/testing/bytes.ts';
import { unique } from '../support/api.ts';
import { photo } from '../support/files.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  CREATE,
  chosenFiles,
  countOf,
  expectKeptFiles,
  fileInput,
  fillIn,
  openForm,
  received,
  submit,
} from '../support/request-form.ts';

test.use({ allowConsole: /net::ERR_FAILED|status of (4|5)\d\d/ });

test.describe('A submission that fails', () => {
  const cases = [
    { status: 429, body: { error: 'rate_limited', message: 'Too many requests. Please try again later.' } },
    // What the server says while the bucket of the files is away.
    { status: 503, body: { error: 'unavailable', message: 'Files cannot be stored or shown right now.' } },
    { status: 502, body: null },
  ];
  test('with an answer of the server keeps the input, and a further press sends it', async ({ page, api }) => {
    const title = unique('Failed ');
    await openForm(page);
    await fillIn(page, title);
    await fileInput(page).setInputFiles(photo('pole.png'));
    for (const { status, body } of cases) {
      await page.route(CREATE, (route) =>
        body
          ? route.fulfill({ status, json: { ...body, request_id: 'x' } })
          : route.fulfill({ status, body: '<html>' }),
      );
      await submit(page);
      await expect(page.getByText(body?.message ?? 'Failed to submit request')).toBeVisible();
      await expect(page.getByText('There seems to be no connection.')).toBeHidden();
      await expect(page.getByLabel('Title')).toHaveValue(title);
      await expect(chosenFiles(page)).toHaveCount(1);
      await page.unroute(CREATE);
    }
    await submit(page);
    await received(page);
    expect(await countOf(api.office, title)).toBe(1);
  });

  test('without a network keeps the input, also over a reload', async ({ page, api }) => {
    const title = unique('Offline ');
    await openForm(page);
    await fillIn(page, title);
    await fileInput(page).setInputFiles(photo('sign.png'));
    await page.route(CREATE, (route) => route.abort());
    await submit(page);
    await expect(page.getByText('Failed to submit request', { exact: true })).toBeVisible();
    await expect(page.getByText('There seems to be no connection.')).toBeVisible();
    await expect(page.getByText('Nothing is lost. Press Submit Request to try again.')).toBeVisible();
    await page.unroute(CREATE);
    await expectKeptFiles(page, 1);
    await page.reload();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await expect(page.getByText('sign.png')).toBeVisible();
    await submit(page);
    await received(page);
    expect(await countOf(api.office, title)).toBe(1);
  });

  test('because its answer was lost makes one request, also after a reload', async ({ page, api }) => {
    const title = unique('Lost ');
    await openForm(page);
    await fillIn(page, title);
    await fileInput(page).setInputFiles(photo('pole.png'));
    await page.route(CREATE, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await submit(page);
    await expect(page.getByText('Failed to submit request')).toBeVisible();
    expect(await countOf(api.office, title)).toBe(1);
    await page.unroute(CREATE);
    await expectKeptFiles(page, 1);
    await page.reload();
    await expect(page.getByText('pole.png')).toBeVisible();
    await submit(page);
    await received(page);
    expect(await countOf(api.office, title)).toBe(1);
    // The next submission is another request.
    await page.getByRole('button', { name: 'Submit another request' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('');
    await expect(page.getByLabel('Title')).toBeFocused();
    await fillIn(page, title);
    await submit(page);
    await received(page);
    expect(await countOf(api.office, title)).toBe(2);
  });
});

test('Leaving the page while a request is on its way keeps what was typed, and the next press tells its ID', async ({
  page,
  api,
}) => {
  const title = unique('Left ');
  await openForm(page);
  await fillIn(page, title);
  const { promise: isStored, resolve: stored } = Promise.withResolvers<void>();
  const { promise: isAnswered, resolve: answered } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(CREATE, async (route) => {
    const response = await route.fetch();
    stored();
    await released;
    // Fails when the page has given up the call.
    await route.fulfill({ response }).catch(() => undefined);
    answered();
  });
  await submit(page);
  await isStored;
  await page.getByRole('navigation').getByRole('link', { name: 'About' }).first().click();
  // The address changes before the form leaves the page; a form that is still there takes the answer.
  await expect(page.getByRole('heading', { name: 'We keep buildings lit and powered' })).toBeVisible();
  release();
  await isAnswered;
  await page.unroute(CREATE);
  await page.goBack();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await submit(page);
  await received(page);
  expect(await countOf(api.office, title)).toBe(1);
});

test('A retry has the same idempotency key; an edit after a failure, and a key refused as reused, have a new one', async ({
  page,
}) => {
  await openForm(page);
  await fillIn(page, unique('Changed '));
  const message = 'This Idempotency-Key was already used for something else';
  const keys: (string | undefined)[] = [];
  await page.route(CREATE, async (route) => {
    keys.push((await route.request().headerValue('idempotency-key')) ?? undefined);
    if (keys.length < 4) return route.abort();
    if (keys.length > 4) return route.continue();
    return route.fulfill({ status: 409, json: { error: 'key_reused', message, request_id: 'x' } });
  });
  const tryToSend = async (times: number) => {
    await submit(page);
    await expect.poll(() => keys.length).toBe(times);
    await expect(page.getByRole('button', { name: 'Submit Request' })).toBeVisible();
  };
  await tryToSend(1);
  await tryToSend(2);
  await page.getByLabel('Description').fill('Five of nine poles are out.');
  await tryToSend(3);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);

  await submit(page);
  await expect(page.getByText(message)).toBeVisible();
  await submit(page);
  await received(page);
  expect(keys[3]).toBe(keys[2]);
  expect(keys[4]).not.toBe(keys[3]);
});

test('A file that the server refuses is named, and the form leads to it', { tag: '@phone-only' }, async ({ page }) => {
  await openForm(page);
  await fillIn(page, unique('Fake '));
  const text = 'A virus was found in this file. Please send it without this file, or send another one';
  const problem = `fake.pdf: ${text}`;
  await fileInput(page).setInputFiles({ name: 'fake.pdf', mimeType: 'application/pdf', buffer: pdf() });
  const details = [{ field: 'images', message: problem }];
  await page.route(
    CREATE,
    (route) => route.fulfill({ status: 400, json: { error: 'validation_failed', message: text, details } }),
    { times: 1 },
  );
  await submit(page);
  await expect(page.getByText(problem)).toHaveCount(2);
  await expect(fileInput(page)).toBeFocused();
  await expect(page.getByText(`${problem}. Please remove or replace the file.`)).toBeInViewport();
  await expect(page.getByText('Remove or replace the file, then press Submit Request.')).toBeAttached();
  await expect(page.getByText('Press Submit Request to try again.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove fake.pdf' }).click();
  await expect(page.getByText(problem)).toHaveCount(0);
  await submit(page);
  await received(page);
});

test('A double click makes one request', async ({ page, api }) => {
  const title = unique('Twice ');
  await openForm(page);
  await fillIn(page, title);
  let sent = 0;
  page.on('request', (request) => {
    if (CREATE.test(request.url())) sent += 1;
  });
  await page.getByRole('button', { name: 'Submit Request' }).dblclick();
  await received(page);
  expect(sent).toBe(1);
  expect(await countOf(api.office, title)).toBe(1);
});

test('An upload shows its progress and can be canceled', async ({ page, api }) => {
  const title = unique('Canceled ');
  await openForm(page);
  await fillIn(page, title);
  await fileInput(page).setInputFiles(photo('pole.png'));
  // The answer never arrives, so that only Cancel ends the upload.
  await page.route(CREATE, () => {});
  await submit(page);
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Sending was canceled. Everything you typed and chose is still here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit Request' })).toBeFocused();
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeHidden();
  await expect(chosenFiles(page)).toHaveCount(1);
  expect(await countOf(api.office, title)).toBe(0);
  await page.unroute(CREATE);
  await submit(page);
  await received(page);
  expect(await countOf(api.office, title)).toBe(1);
});
