/** The renderers of documents that are no pages of the site. The build makes one file of them (server/documents.ts). */
export { renderShareCard } from './cards/share-card.tsx';
