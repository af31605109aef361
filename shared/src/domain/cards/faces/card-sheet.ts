import { cardSize, type CardSide } from './card-layout.ts';

/** Sheets printers use, in mm, portrait. */
export const sheetFormats = {
  a4: { width: 210, height: 297 },
  a3: { width: 297, height: 420 },
  sra3: { width: 320, height: 450 },
} as const;
export type SheetFormat = keyof typeof sheetFormats | 'custom';
export const sheetFormatNames: readonly SheetFormat[] = ['a4', 'a3', 'sra3', 'custom'];
export const sheetRange = { min: 80, max: 1200 } as const;

/** The edge over which the printer flips the sheet. */
export const flips = ['long_edge', 'short_edge'] as const;
export type Flip = (typeof flips)[number];

/** Length of crop marks in mm; they are outside the bleed, so that none ends up on a card. */
export const markLength = 5;
/** Margin in mm, for crop marks and the line that identifies the sheet. */
export const sheetMargin = 10;

export type SheetOptions = {
  format: SheetFormat;
  width: number;
  height: number;
  flip: Flip;
  is_duplex: boolean;
  gap: number;
};
type Card = { width: number; height: number };

/** Places on a sheet, row by row; positions are those of a card's trimmed top left corner. */
export type Imposition = {
  width: number;
  height: number;
  columns: number;
  rows: number;
  left: number;
  top: number;
  pitch_x: number;
  pitch_y: number;
  flip: Flip;
};
export type SheetPlace = { x: number; y: number; /** Degrees clockwise about the middle of the card. */ turn: 0 | 180 };
export type MarkLine = { x1: number; y1: number; x2: number; y2: number };

function lay(sheet: Card, card: Card, { gap, flip }: SheetOptions): Imposition {
  const { bleed } = cardSize;
  const [pitchX, pitchY] = [card.width + 2 * bleed + gap, card.height + 2 * bleed + gap];
  const columns = Math.max(0, Math.floor((sheet.width - 2 * sheetMargin + gap + 1e-6) / pitchX));
  const rows = Math.max(0, Math.floor((sheet.height - 2 * sheetMargin + gap + 1e-6) / pitchY));
  const left = (sheet.width - (columns * pitchX - gap)) / 2 + bleed;
  const top = (sheet.height - (rows * pitchY - gap)) / 2 + bleed;
  return { ...sheet, columns, rows, left, top, pitch_x: pitchX, pitch_y: pitchY, flip };
}

/** As many cards as the sheet holds, in portrait or landscape, whichever holds more; null when it holds none. */
export function imposeCards(card: Card, options: SheetOptions): Imposition | null {
  const { width, height } = options.format === 'custom' ? options : sheetFormats[options.format];
  const [upright, lying] = [
    lay({ width, height }, card, options),
    lay({ width: height, height: width }, card, options),
  ];
  const best = lying.columns * lying.rows > upright.columns * upright.rows ? lying : upright;
  return best.columns * best.rows > 0 ? best : null;
}

export const cardsPerSheet = ({ columns, rows }: Imposition): number => columns * rows;

/** Whether flipping the sheet swaps left and right; otherwise it swaps top and bottom. */
export function swapsColumns({ width, height, flip }: Pick<Imposition, 'width' | 'height' | 'flip'>): boolean {
  return (flip === 'long_edge') === height >= width;
}

/**
 * The place of the n-th card of a sheet on a side. The back is behind its front once the sheet is flipped; when flipping
 * swaps top and bottom, the back is upside down, so that the cut card turns like a page.
 */
export function placeOf(imposition: Imposition, index: number, side: CardSide): SheetPlace {
  const { columns, rows, left, top, pitch_x, pitch_y } = imposition;
  const [column, row] = [index % columns, Math.floor(index / columns)];
  if (side === 'front') return { x: left + column * pitch_x, y: top + row * pitch_y, turn: 0 };
  if (swapsColumns(imposition)) return { x: left + (columns - 1 - column) * pitch_x, y: top + row * pitch_y, turn: 0 };
  return { x: left + column * pitch_x, y: top + (rows - 1 - row) * pitch_y, turn: 180 };
}

/** Crop marks for every cut, in the margins around all cards. */
export function cropMarks(imposition: Imposition, card: Card): MarkLine[] {
  const { columns, rows, left, top, pitch_x, pitch_y } = imposition;
  const { bleed } = cardSize;
  const [right, bottom] = [left + (columns - 1) * pitch_x + card.width, top + (rows - 1) * pitch_y + card.height];
  const marks: MarkLine[] = [];
  for (let column = 0; column < columns; column += 1) {
    for (const x of [left + column * pitch_x, left + column * pitch_x + card.width]) {
      marks.push(
        { x1: x, y1: top - bleed - markLength, x2: x, y2: top - bleed },
        { x1: x, y1: bottom + bleed, x2: x, y2: bottom + bleed + markLength },
      );
    }
  }
  for (let row = 0; row < rows; row += 1) {
    for (const y of [top + row * pitch_y, top + row * pitch_y + card.height]) {
      marks.push(
        { x1: left - bleed - markLength, y1: y, x2: left - bleed, y2: y },
        { x1: right + bleed, y1: y, x2: right + bleed + markLength, y2: y },
      );
    }
  }
  return marks;
}
