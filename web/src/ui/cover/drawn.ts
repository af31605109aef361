/** What is drawn from words; loaded after the first paint. */
export { Book } from './book.tsx';
export { CardFront } from './card-front.tsx';
export { Face } from './face.tsx';
export { Wide } from './wide.tsx';
