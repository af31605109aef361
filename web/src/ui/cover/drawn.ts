/** What is drawn from words; loaded after the first paint. */
export { Book } from './book.tsx';
export { CardBack } from './cards/card-back.tsx';
export { CardFront } from './cards/card-front.tsx';
export { Face } from './face.tsx';
export { SceneBand, SceneThing } from './scene.tsx';
export { Wide } from './wide.tsx';
