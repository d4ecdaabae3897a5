/** What the server renders that is no page of the site; the build makes one file of it (server/documents.ts). */
export { renderShareCard } from './cards/share-card.tsx';
