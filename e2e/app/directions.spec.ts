import { customer, unique } from '../support/api.ts';
import { expect, openAs, test } from '../support/fixtures.ts';

test('Each paragraph of a text stands in the direction of its own language', async ({ page, api }) => {
  const english = 'Please call first.';
  const request = await api.request({ ...customer(), description: `الأضواء لا تعمل.\n\n${english}` });
  await openAs(page, await api.staff('admin'), `/dashboard/admin?requestId=${request.id}`);
  const text = page.getByRole('dialog').getByText(english);
  await expect(text).toBeVisible();
  // The full stop is at the end of the sentence, not before its first letter.
  const [first, stop] = await text.evaluate((element, english) => {
    const node = [...element.childNodes].find((child) => child.textContent?.includes(english));
    if (!node?.textContent) throw new Error('no such text');
    const start = node.textContent.indexOf(english);
    const leftOf = (at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    return [leftOf(start), leftOf(start + english.length - 1)];
  }, english);
  expect(stop).toBeGreaterThan(first ?? Number.NaN);
});

test('A notification that begins with a name from the right stands at the left, as all of them do', async ({
  page,
  api,
}) => {
  const name = unique('سلمى ');
  // Only who is there already is notified.
  const admin = await api.staff('admin');
  await api.request({ ...customer(), customerName: name });
  await openAs(page, admin, '/dashboard/notifications');
  const message = page.getByText(`${name}:`).last();
  await expect(message).toBeVisible();
  const [text, line] = await message.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [range.getBoundingClientRect().left, element.getBoundingClientRect().left];
  });
  expect(text).toBeCloseTo(line ?? Number.NaN, 0);
});
