import { cardSize, cardStyles, makeElement, type CardElement, type CardLayout, type CardStyle } from './card-layout.ts';

/** The words printed on a card, in the card's language. */
export type CardWords = { serial: string; secret: string; validity: string; scan: string; note: string };

type LayoutOptions = { style: CardStyle; words: CardWords; has_cover_front: boolean; has_cover_back: boolean };

const { width, height, bleed } = cardSize;
const [white, ink, quiet] = ['#ffffff', '#1a2230', '#475063'];

/** Darkens or lightens a picture behind text, so that any picture can be used. */
function panel(
  id: string,
  attributes: Pick<CardElement, 'side' | 'color' | 'opacity' | 'x' | 'y' | 'width' | 'height'>,
): CardElement {
  return makeElement({ id, kind: 'box', ...attributes });
}

function frontOf(options: LayoutOptions): CardElement[] {
  const side = 'front' as const;
  const shade = panel('front-shade', {
    side,
    color: '#000000',
    opacity: 55,
    x: -bleed,
    y: 31,
    width: width + 2 * bleed,
    height: height - 31 + bleed,
  });
  const head = panel('front-head', {
    side,
    color: '#000000',
    opacity: 45,
    x: -bleed,
    y: -bleed,
    width: width + 2 * bleed,
    height: 11.5 + bleed,
  });
  return [
    ...(options.has_cover_front ? [head, shade] : []),
    makeElement({ id: 'school', kind: 'school', side, x: 5, y: 4, width: 60, height: 6, font_size: 9, color: white }),
    makeElement({
      id: 'product',
      kind: 'product',
      side,
      x: 5,
      y: 32,
      width: 75.6,
      height: 11,
      font_size: 14,
      color: white,
    }),
    makeElement({
      id: 'serial',
      kind: 'serial',
      side,
      x: 5,
      y: 44.5,
      width: 60,
      height: 5,
      font_size: 8,
      color: white,
      text: options.words.serial,
    }),
  ];
}

function backOf(options: LayoutOptions): CardElement[] {
  const side = 'back' as const;
  const sheet = panel('back-sheet', {
    side,
    color: white,
    opacity: 92,
    x: 3,
    y: 3,
    width: width - 6,
    height: height - 6,
  });
  return [
    ...(options.has_cover_back ? [sheet] : []),
    makeElement({ id: 'qr', kind: 'qr', side, x: 55.6, y: 7, width: 25, height: 25, color: ink }),
    makeElement({
      id: 'scan',
      kind: 'text',
      side,
      x: 55.6,
      y: 33,
      width: 25,
      height: 5,
      font_size: 7,
      color: quiet,
      align: 'center',
      text: options.words.scan,
    }),
    makeElement({
      id: 'secret-label',
      kind: 'text',
      side,
      x: 5,
      y: 8,
      width: 47,
      height: 5,
      font_size: 7,
      color: quiet,
      text: options.words.secret,
    }),
    makeElement({ id: 'secret', kind: 'secret', side, x: 5, y: 13, width: 47, height: 8, font_size: 13, color: ink }),
    makeElement({
      id: 'validity',
      kind: 'validity',
      side,
      x: 5,
      y: 22,
      width: 47,
      height: 5,
      font_size: 7,
      color: quiet,
      text: options.words.validity,
    }),
    makeElement({
      id: 'note',
      kind: 'text',
      side,
      x: 5,
      y: 39.5,
      width: 75.6,
      height: 9.5,
      font_size: 6.5,
      color: quiet,
      text: options.words.note,
    }),
  ];
}

/** The layout of a card nobody has designed: legible on its own colours and on any cover picture. */
export function defaultLayout(options: LayoutOptions): CardLayout {
  return {
    width,
    height,
    front: { ...cardStyles[options.style] },
    back: { from: white, to: white },
    elements: [...frontOf(options), ...backOf(options)],
  };
}
