import { render } from '@react-email/render';
import type { Business } from '#contract/business.ts';
import type { MailContent } from '#contract/mail-content.ts';
import { MailPage } from './MailPage.tsx';
import { plainText } from './plain-text.ts';
import { wordsOf } from './words.ts';

export type Mail = {
  content: MailContent;
  business: Business;
  /** The address of the site. */
  origin: string;
  /** The absolute address of the page that the mail leads to; null when it leads to none. */
  link: string | null;
  /** The names of the attached files. */
  files: readonly string[];
};

/** Renders a mail of any kind: its subject, its page, and the same as plain text. */
export async function renderMail({ content, business, origin, link, files }: Mail) {
  const words = wordsOf(content, business, files);
  const page = <MailPage words={words} name={content.name} business={business} origin={origin} link={link} />;
  const text = plainText(words, { name: content.name, business, link });
  return { subject: words.subject, html: await render(page), text };
}
