import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { contract, pathOf } from '../support/calls.ts';
import { photo } from '../support/files.ts';
import { expect, isOnPhone, openAs, test } from '../support/fixtures.ts';

const NOTES = 103;
const PHOTOS_A_NOTE = 10;
const NOTES_WITH_PHOTOS = 6;

test('Earlier notes and files of a request are loaded in steps', { tag: '@phone' }, async ({ page, api }, info) => {
  const technician = await api.person('technician');
  const request = await api.assignedTo(technician);
  for (let n = 1; n <= NOTES; n += 1) {
    const files = n <= NOTES_WITH_PHOTOS ? Array.from({ length: PHOTOS_A_NOTE }, (_, p) => photo(`${n}-${p}.png`)) : [];
    const body = { status: 'in_progress', notes: `Note number ${n}` } as const;
    await api.as(technician, contract.requests.updateWithFiles, { ...pathOf(request), body, files });
  }
  const isTechnician = isOnPhone(info);
  const address = isTechnician ? '/dashboard/technician' : '/dashboard/admin';
  await openAs(page, isTechnician ? technician : await api.staff('admin'), `${address}?requestId=${request.id}`);
  const notes = page.getByText(/^Note number \d+$/);
  await expect(notes).toHaveCount(100);
  await page.getByRole('button', { name: 'Show Earlier Notes (3)' }).click();
  await expect(notes).toHaveCount(NOTES);
  await expect(notes.last()).toHaveText('Note number 1');
  await expect(page.getByRole('button', { name: /^Show Earlier Notes/ })).toHaveCount(0);

  if (!isTechnician) await page.getByRole('tab', { name: 'Files (60)' }).click();
  else await expect(page.getByRole('heading', { name: 'Uploaded Files (60)' })).toBeVisible();
  const images = page.getByRole('list', { name: 'Images' }).getByRole('button');
  await expect(images).toHaveCount(50);
  await page.getByRole('button', { name: 'Show Earlier Files (10)' }).click();
  await expect(images).toHaveCount(60);
  await expect(images.first()).toHaveAccessibleName('View 1-0.png in full size');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
