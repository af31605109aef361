import type { Choice } from '../../../kit/field.ts';

/** Millimetres. The printer may trim anywhere within the bleed; whatever must not be cut stays inside the safe zone. */
export const cardSize = { width: 85.6, height: 54, bleed: 3, safe: 3 } as const;
/** Smallest QR code in mm, with its white border; phones fail to read smaller ones. */
export const minimumQr = 15;
/** White modules around a QR code, by ISO 18004. */
export const quietModules = 4;
export const maximumElements = 40;
export const pointMm = 25.4 / 72;
export const sizeRange = { min: 30, max: 200 } as const;
export const fontRange = { min: 4, max: 48 } as const;

export const cardSides = ['front', 'back'] as const;
export type CardSide = (typeof cardSides)[number];

/** `box` is a filled rectangle, such as a panel behind text. The others show content. */
export const elementKinds = [
  'product',
  'school',
  'serial',
  'secret',
  'qr',
  'validity',
  'text',
  'picture',
  'box',
] as const;
export type ElementKind = (typeof elementKinds)[number];
export const alignments = ['left', 'center', 'right'] as const;
export type Alignment = (typeof alignments)[number];

/** An element on a side of the card. Its box is the area after rotation, in mm from the trimmed top left corner. */
export type CardElement = {
  id: string;
  kind: ElementKind;
  side: CardSide;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Degrees clockwise. */
  rotation: 0 | 90;
  /** Points; drawn smaller when the text does not fit. */
  font_size: number;
  color: string;
  align: Alignment;
  /** The words of a text; for a serial, a secret and a validity the label before the value. */
  text: string;
  /** Address of an uploaded picture. */
  src: string | null;
  /** Percent. */
  opacity: number;
};

/** Gradient of a side, from top left to bottom right; a cover picture hides it. */
export type CardGround = { from: string; to: string };
/** The design of a card; later elements cover earlier ones. */
export type CardLayout = {
  width: number;
  height: number;
  front: CardGround;
  back: CardGround;
  elements: CardElement[];
};

/** Built-in colours of the front; a theme without a layout gets one by its id. */
export const cardStyles = {
  ocean: { from: '#1a4fb4', to: '#0e2a63' },
  dusk: { from: '#5b2a86', to: '#2a1247' },
  forest: { from: '#0f6b4f', to: '#07362a' },
  amber: { from: '#a84a20', to: '#5a2410' },
  ink: { from: '#2b3340', to: '#11161f' },
  rose: { from: '#a82c58', to: '#521230' },
} as const satisfies Record<string, CardGround>;
export type CardStyle = keyof typeof cardStyles;
export const cardStyleNames = Object.keys(cardStyles) as CardStyle[];

/** The style of a theme without a layout; neighbours in the list differ. */
export function styleOf(themeId: number): CardStyle {
  return cardStyleNames[(themeId - 1) % cardStyleNames.length] ?? 'ocean';
}

export const isText = (kind: ElementKind): boolean => kind !== 'qr' && kind !== 'picture' && kind !== 'box';
/** A card can only be redeemed by these; nothing may cover or cut them. */
export const isCode = (kind: ElementKind): boolean => kind === 'qr' || kind === 'secret';

/** An element with defaults for everything but its identity and box. */
export function makeElement(
  element: Partial<CardElement> & Pick<CardElement, 'id' | 'kind' | 'side' | 'x' | 'y' | 'width' | 'height'>,
): CardElement {
  return { rotation: 0, font_size: 8, color: '#1a2230', align: 'left', text: '', src: null, opacity: 100, ...element };
}

export const sideChoices: readonly Choice<CardSide>[] = cardSides.map((value) => ({ value, key: value }));

/** Rounds to hundredths of a millimetre: finer than any printer. */
export const roundMm = (value: number): number => Math.round(value * 100) / 100;
