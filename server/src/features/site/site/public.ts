export { loadShareCard } from './seo/share-card.read.ts';
export { createPageReader } from './seo/page-reader.ts';
