export { readShareCard } from './share-card.read.ts';
export { createPageReader } from './read-page.ts';
