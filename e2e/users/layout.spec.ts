import { unique } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

const widths = [1280, 1366, 1440];
test(`The table of users shows e-mail addresses whole, and all that can be done with one in a line, at ${widths.join(', ')} px`, async ({
  page,
  api,
}) => {
  const name = unique('Wes ');
  const email = `${unique('darnell.whitaker.')}@demo.example`;
  await api.office(contract.users.create, { body: { name, email, role: 'technician', invite: true } });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await openAs(page, await api.staff('admin'), `/dashboard/admin/users?search=${encodeURIComponent(email)}`);
    const row = page.getByRole('region', { name: 'Users' }).getByRole('row').filter({ hasText: name });
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = await row
      .getByText(email, { exact: true })
      .evaluate((element) => ({
        scrollWidth: element.scrollWidth,
        clientWidth: element.clientWidth,
        scrollHeight: element.scrollHeight,
        clientHeight: element.clientHeight,
      }));
    expect([scrollWidth, scrollHeight], `${width} px`).toEqual([clientWidth, clientHeight]);
    const buttons = row.getByRole('button');
    await expect(buttons).toHaveText(['Edit', 'Invite', 'Deactivate', 'Delete']);
    const places = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().top));
    expect(new Set(places).size, `lines at ${width} px`).toBe(1);
  }
});
