export { drawPng, qrOf, validityOf } from './card-data.ts';
export { loadDesign, picturesIn, type DrawnDesign } from './card-design.ts';
export { loadPictures, type CardPicture } from './card-picture.ts';
export { cardFont, glyphsOf } from './font/card-font.ts';
export { subsetFont } from './font/subset-font.ts';
export type { Font } from './font/true-type.ts';
