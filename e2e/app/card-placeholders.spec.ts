import type { Locator } from '@playwright/test';
import type { Api, Person } from '../support/api.ts';
import { contract } from '../support/calls.ts';
import { expect, openAs, test } from '../support/fixtures.ts';
import { callTo, hold } from '../support/network.ts';

const heights = (cards: Locator) =>
  cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().height)));

/** The screens with cards: what they read, and what makes sure that there is a card. */
const screens = [
  {
    name: 'My Requests',
    role: 'technician',
    path: '/dashboard/technician/requests',
    reads: callTo(contract.requests.listMine),
    seed: async (api: Api, person: Person) => void (await api.assignedTo(person)),
  },
  {
    name: 'All Requests',
    role: 'admin',
    path: '/dashboard/admin/requests',
    reads: callTo(contract.requests.list),
    seed: async (api: Api) => void (await api.request()),
  },
  {
    name: 'All Requests, which an auditor only reads',
    role: 'auditor',
    path: '/dashboard/auditor/requests',
    reads: callTo(contract.requests.list),
    seed: async (api: Api) => void (await api.request()),
  },
  {
    name: 'Contact Messages',
    role: 'admin',
    path: '/dashboard/admin/contacts',
    reads: callTo(contract.contact.list),
    seed: async (api: Api) => void (await api.message()),
  },
  {
    name: 'Users',
    role: 'admin',
    path: '/dashboard/admin/users',
    reads: callTo(contract.users.list),
    seed: async () => undefined,
  },
  {
    name: 'Audit Trail',
    role: 'auditor',
    path: '/dashboard/auditor/trail',
    reads: callTo(contract.audit.list),
    seed: async (api: Api) => void (await api.request()),
  },
] as const;

for (const { name, role, path, reads, seed } of screens) {
  test(`Cards come at the height of their placeholders: ${name}`, { tag: '@phone-only' }, async ({ page, api }) => {
    const person = await api.person(role);
    await seed(api, person);
    const release = await hold(page, reads);
    await openAs(page, person, path);
    const waiting = page.locator('ul[aria-busy=true] > li');
    await expect(waiting.first()).toBeVisible();
    const [placeholder = 0] = await heights(waiting);
    release();
    const shown = page.locator('ul[aria-busy=false] > li');
    await expect(shown.first()).toBeVisible();
    const cards = await heights(shown);
    // A list with texts of several lengths has cards of several heights.
    expect(placeholder).toBeGreaterThanOrEqual(Math.min(...cards) - 4);
    expect(placeholder).toBeLessThanOrEqual(Math.max(...cards) + 4);
  });
}
