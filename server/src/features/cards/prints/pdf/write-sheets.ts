import { drawCard, type CardCovers, type CardData } from '@kaike/shared/domain/cards/faces/card-drawing';
import { cardSize, type CardLayout, type CardSide } from '@kaike/shared/domain/cards/faces/card-layout';
import { cardsPerSheet, cropMarks, placeOf, type Imposition } from '@kaike/shared/domain/cards/faces/card-sheet';
import { glyphsOf, type CardPicture, type Font } from '../../themes/public.ts';
import { createPdf, num, pdfDate, pdfText, type PdfFile } from './pdf-file.ts';
import { createResources } from './pdf-resources.ts';
import { pdfOperators, pt, type PdfResources } from './pdf-shapes.ts';

export type PrintedCard = Omit<CardData, 'qr'> & { qr: NonNullable<CardData['qr']>; secret: string };

/** A part of a print: the contents of its cards and the layout of the sheets. */
export type SheetJob = {
  layout: CardLayout;
  covers: CardCovers;
  imposition: Imposition;
  is_duplex: boolean;
  cards: readonly PrintedCard[];
  font: Font;
  pictures: ReadonlyMap<string, CardPicture>;
  title: string;
  made_at: Date;
  /** The line in the margin; sheets are numbered across all parts. */
  label: (sheet: { side: CardSide; index: number; first: string; last: string }) => string;
  /** Yields between sheets and reports progress. */
  tick?: (done: number) => Promise<void>;
};

const marginText = { size: 2.3, color: '#000000' } as const;
const markWidth = 0.25;

type Page = { job: SheetJob; cards: readonly PrintedCard[]; side: CardSide; index: number; resources: PdfResources };

function placeCard({ job, side, resources }: Page, card: PrintedCard, index: number): string {
  const { layout, imposition, covers, font } = job;
  const { x, y, turn } = placeOf(imposition, index, side);
  const scale = pt(1);
  const [left, bottom] = [pt(x), pt(imposition.height - y - layout.height)];
  const matrix =
    turn === 180
      ? [-scale, 0, 0, -scale, left + pt(layout.width), bottom + pt(layout.height)]
      : [scale, 0, 0, scale, left, bottom];
  const { bleed } = cardSize;
  const clip = `${-bleed} ${-bleed} ${num(layout.width + 2 * bleed)} ${num(layout.height + 2 * bleed)} re W n`;
  const shapes = drawCard({ layout, side, covers, data: card, glyphs: glyphsOf(font) });
  return `q ${matrix.map(num).join(' ')} cm ${clip}\n${pdfOperators(shapes, layout.height, resources)}\nQ`;
}

function drawMarks({ layout, imposition }: SheetJob): string {
  const lines = cropMarks(imposition, layout).map(
    ({ x1, y1, x2, y2 }) =>
      `${num(pt(x1))} ${num(pt(imposition.height - y1))} m ${num(pt(x2))} ${num(pt(imposition.height - y2))} l`,
  );
  return `q ${markWidth} w 0 0 0 1 K ${lines.join(' ')} S Q`;
}

function drawLabel({ job, cards, side, index, resources }: Page): string {
  const [first, last] = [cards[0]?.serial ?? '', cards.at(-1)?.serial ?? ''];
  const text = job.label({ side, index, first, last });
  const left = job.imposition.left;
  const shape = {
    element: null,
    kind: 'line',
    x: left,
    y: job.imposition.height - 3,
    text,
    rotation: 0,
    opacity: 100,
    ...marginText,
  } as const;
  return `q ${num(pt(1))} 0 0 ${num(pt(1))} 0 0 cm ${pdfOperators([shape], job.imposition.height, resources)} Q`;
}

/** The rectangle of all cut cards, with this margin around it. */
function boxAround({ layout, imposition }: SheetJob, edge: number): string {
  const { left, top, columns, rows, pitch_x, pitch_y, height } = imposition;
  const [right, bottom] = [left + (columns - 1) * pitch_x + layout.width, top + (rows - 1) * pitch_y + layout.height];
  return `[${[left - edge, height - bottom - edge, right + edge, height - top + edge].map((value) => num(pt(value))).join(' ')}]`;
}

function putPage(pdf: PdfFile, page: Page, ids: { parent: number; resources: number }): number {
  const { job } = page;
  const [id, content] = [pdf.reserve(), pdf.reserve()];
  const operators = [
    ...page.cards.map((card, index) => placeCard(page, card, index)),
    drawMarks(job),
    drawLabel(page),
  ].join('\n');
  pdf.putStream(content, '', Buffer.from(operators, 'latin1'));
  const { width, height } = job.imposition;
  pdf.put(
    id,
    `<< /Type /Page /Parent ${ids.parent} 0 R /MediaBox [0 0 ${num(pt(width))} ${num(pt(height))}] /TrimBox ${boxAround(job, 0)} /BleedBox ${boxAround(job, cardSize.bleed)} /Resources ${ids.resources} 0 R /Contents ${content} 0 R >>`,
  );
  return id;
}

/** Sheets of cards as a PDF: vector text and codes, crop marks, each back behind its front. */
export async function writeSheets(job: SheetJob): Promise<Buffer> {
  const pdf = createPdf();
  const [root, pages, info, shared] = [pdf.reserve(), pdf.reserve(), pdf.reserve(), pdf.reserve()];
  const resources = createResources(pdf, job);
  const perSheet = cardsPerSheet(job.imposition);
  const kids: number[] = [];
  for (let at = 0, index = 0; at < job.cards.length; at += perSheet, index += 1) {
    const cards = job.cards.slice(at, at + perSheet);
    for (const side of job.is_duplex ? (['front', 'back'] as const) : (['front'] as const)) {
      kids.push(putPage(pdf, { job, cards, side, index, resources }, { parent: pages, resources: shared }));
    }
    await job.tick?.(Math.min(at + perSheet, job.cards.length));
  }
  pdf.put(shared, resources.write());
  pdf.put(pages, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] >>`);
  pdf.put(info, `<< /Title ${pdfText(job.title)} /Producer (Kaike) /CreationDate ${pdfDate(job.made_at)} >>`);
  pdf.put(root, `<< /Type /Catalog /Pages ${pages} 0 R >>`);
  return pdf.finish(root, info);
}
