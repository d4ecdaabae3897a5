import type { Business } from '#contract/business.ts';
import type { Mail } from './mail/render-mail.tsx';

/**
 * The renderers of documents that are no pages of the site. The build makes them plain JavaScript (server/documents.ts). Each is loaded
 * with its first document, because its library takes 10 to 30 MB.
 */
export const renderShareCard = async (headline: string, business: Business) =>
  (await import('./cards/share-card.tsx')).renderShareCard(headline, business);

export const renderMail = async (mail: Mail) => (await import('./mail/render-mail.tsx')).renderMail(mail);
