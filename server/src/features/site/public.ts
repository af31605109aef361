export { createPageReader } from './read-page.ts';
