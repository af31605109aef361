import { buffer } from 'node:stream/consumers';
import { drawCard, type CardCovers, type CardData } from '@kaike/shared/domain/cards/faces/card-drawing';
import { cardSize, pointMm, type CardLayout, type CardSide } from '@kaike/shared/domain/cards/faces/card-layout';
import { cardsPerSheet, cropMarks, placeOf, type Imposition } from '@kaike/shared/domain/cards/faces/card-sheet';
import { glyphsOf, type CardFont, type CardPicture } from '../../themes/public.ts';
import { drawShapes } from './draw-shapes.ts';

export type PrintedCard = Omit<CardData, 'qr'> & { qr: NonNullable<CardData['qr']>; secret: string };

/** A part of a print: the contents of its cards and the layout of the sheets. */
export type SheetJob = {
  layout: CardLayout;
  covers: CardCovers;
  imposition: Imposition;
  is_duplex: boolean;
  cards: readonly PrintedCard[];
  font: CardFont;
  pictures: ReadonlyMap<string, CardPicture>;
  title: string;
  made_at: Date;
  /** The line in the margin; sheets are numbered across all parts. */
  label: (sheet: { side: CardSide; index: number; first: string; last: string }) => string;
  /** Yields between sheets and reports progress. */
  tick?: (done: number) => Promise<void>;
};

type Page = { job: SheetJob; cards: readonly PrintedCard[]; side: CardSide; index: number };
type Pdf = PDFKit.PDFDocument;

const marginText = { size: 2.3, color: '#000000' } as const;
const markWidth = 0.25;
/** Black of the printing ink alone, in percent of cyan, magenta, yellow and black. */
const pureBlack: [number, number, number, number] = [0, 0, 0, 100];

/** Millimetres to points. */
const pt = (value: number): number => value / pointMm;

function drawCardAt({ job, side }: Page, card: PrintedCard, index: number, pdf: Pdf): void {
  const { layout, imposition, covers, font, pictures } = job;
  const { x, y, turn } = placeOf(imposition, index, side);
  const { bleed } = cardSize;
  pdf.save().translate(pt(x), pt(y)).scale(pt(1));
  if (turn === 180) pdf.rotate(180, { origin: [layout.width / 2, layout.height / 2] });
  pdf.rect(-bleed, -bleed, layout.width + 2 * bleed, layout.height + 2 * bleed).clip();
  drawShapes(drawCard({ layout, side, covers, data: card, glyphs: glyphsOf(font) }), pdf, pictures);
  pdf.restore();
}

function drawMarks({ layout, imposition }: SheetJob, pdf: Pdf): void {
  pdf.lineWidth(markWidth).strokeColor(pureBlack);
  for (const { x1, y1, x2, y2 } of cropMarks(imposition, layout)) {
    pdf.moveTo(pt(x1), pt(y1)).lineTo(pt(x2), pt(y2));
  }
  pdf.stroke();
}

function drawLabel({ job, cards, side, index }: Page, pdf: Pdf): void {
  const [first, last] = [cards[0]?.serial ?? '', cards.at(-1)?.serial ?? ''];
  pdf
    .fontSize(pt(marginText.size))
    .fillColor(marginText.color)
    .text(job.label({ side, index, first, last }), pt(job.imposition.left), pt(3), {
      lineBreak: false,
      baseline: 'alphabetic',
    });
}

/** The rectangle of all cut cards, with this margin around it, from the lower left corner of the sheet in points. */
function boxAround({ layout, imposition }: SheetJob, edge: number): number[] {
  const { left, top, columns, rows, pitch_x, pitch_y, height } = imposition;
  const [right, bottom] = [left + (columns - 1) * pitch_x + layout.width, top + (rows - 1) * pitch_y + layout.height];
  return [left - edge, height - bottom - edge, right + edge, height - top + edge].map(pt);
}

function drawSheet(page: Page, pdf: Pdf): void {
  const { job } = page;
  pdf.addPage({ size: [pt(job.imposition.width), pt(job.imposition.height)], margin: 0 });
  Object.assign(pdf.page.dictionary.data, {
    TrimBox: boxAround(job, 0),
    BleedBox: boxAround(job, cardSize.bleed),
  });
  for (const [index, card] of page.cards.entries()) drawCardAt(page, card, index, pdf);
  drawMarks(job, pdf);
  drawLabel(page, pdf);
}

/** Sheets of cards as a PDF: vector text and codes, crop marks, each back behind its front. */
export async function writeSheets(job: SheetJob): Promise<Buffer> {
  // Loaded on demand: few nodes ever print.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    autoFirstPage: false,
    // The options take the bytes of a font, too; their types know paths alone.
    font: job.font.bytes as unknown as string,
    info: { Title: job.title, Producer: 'Kaike', CreationDate: job.made_at },
  });
  const content = buffer(pdf);
  const perSheet = cardsPerSheet(job.imposition);
  for (let at = 0, index = 0; at < job.cards.length; at += perSheet, index += 1) {
    const cards = job.cards.slice(at, at + perSheet);
    for (const side of job.is_duplex ? (['front', 'back'] as const) : (['front'] as const)) {
      drawSheet({ job, cards, side, index }, pdf);
    }
    await job.tick?.(Math.min(at + perSheet, job.cards.length));
  }
  pdf.end();
  return content;
}
