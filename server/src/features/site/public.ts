export { readShareCard } from './seo/share-card.read.ts';
export { createPageReader } from './seo/read-page.ts';
