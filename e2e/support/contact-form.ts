import type { Page } from '@playwright/test';
import { paths } from '#contract/words/paths.ts';
import { unique } from './api.ts';
import { contract } from './calls.ts';
import { expect } from './fixtures.ts';
import { callTo } from './network.ts';

export const SUBMIT = callTo(contract.contact.submit);
const THANKS = /We reply within 24-48 business hours/;

/** The part of the contact page that is the form, and what is in it. */
export const form = (page: Page) => page.getByRole('region', { name: 'Send a message' });
export const field = (page: Page, name: string) => form(page).getByRole('textbox', { name });
export const send = (page: Page) => form(page).getByRole('button', { name: 'Send Message' });
export const banner = (page: Page) => form(page).getByRole('status').filter({ hasText: THANKS });

/** Opens the page and waits until the form can send. */
export async function open(page: Page): Promise<void> {
  await page.goto(paths.contact);
  await expect(send(page)).toBeEnabled();
}

/** Fills in a valid message, except for the given changes. */
export async function fill(page: Page, changes: Record<string, string> = {}): Promise<void> {
  const values = {
    Name: 'Dana Whitfield',
    Email: 'dana@whitfield.example',
    Message: unique('A question on signs '),
    ...changes,
  };
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}
