import { expect, test } from '../support/fixtures.ts';

// The login in the frame of the control may not keep anything, and says so.
test.use({ allowConsole: /./ });

test('A page of somebody else cannot show the product in a frame', async ({ page, server }) => {
  const frame = `<iframe src="${server}/login" title="Sign in"></iframe>`;
  await page.route('http://foreign.example/', (route) => route.fulfill({ contentType: 'text/html', body: frame }));
  await page.goto('http://foreign.example/');
  await expect.poll(() => page.frames().at(-1)?.url()).toBe('chrome-error://chromewebdata/');

  // Nothing but the policy is in the way.
  await page.route(`${server}/login`, async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, 'x-frame-options': __, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.reload();
  await expect(page.frameLocator('iframe').getByLabel('Email')).toBeVisible();
});
