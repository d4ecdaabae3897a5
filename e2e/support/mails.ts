import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';

/** Mails by their files: one that is kept does not change. */
const parsed = new Map<string, Promise<Email>>();

function mailIn(file: string): Promise<Email> {
  const mail = parsed.get(file) ?? readFile(file).then((bytes) => PostalMime.parse(bytes));
  parsed.set(file, mail);
  return mail;
}

/** All mails in a folder for this address, oldest first. */
async function mailsTo(folder: string, address: string): Promise<Email[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const read = async (name: string) => ({
    nth: Number(name.split('-')[3]),
    mail: await mailIn(path.join(folder, name)),
  });
  const mails = await Promise.all(names.map(read));
  return mails
    .filter(({ mail }) => mail.to?.some((to) => to.address === address))
    .sort((a, b) => a.nth - b.nth)
    .map(({ mail }) => mail);
}

/** Waits for the nth mail to this address, and returns it. */
export async function mailTo(folder: string, address: string, nth = 1): Promise<Email> {
  const count = async () => (await mailsTo(folder, address)).length;
  await expect.poll(count, { intervals: [100] }).toBeGreaterThanOrEqual(nth);
  const mail = (await mailsTo(folder, address))[nth - 1];
  if (!mail) throw new Error('the mail is gone');
  return mail;
}

/** The link of a mail to choose a password, below the site. */
export function linkIn(mail: Email): string {
  const found = /\/reset-password#token=[\w-]{43}/.exec(mail.text ?? '');
  if (!found) throw new Error(`no link in: ${mail.text}`);
  return found[0];
}
