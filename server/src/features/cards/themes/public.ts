export { drawPng, qrOf, validityOf } from './card-data.ts';
export { loadDesign, picturesIn, type DrawnDesign } from './card-design.ts';
export { loadPictures, type CardPicture } from './card-picture.ts';
export { glyphsOf, loadCardFont, type CardFont } from './card-font.ts';
