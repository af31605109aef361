import { drawCard, type CardData, type QrModules } from '@kaike/shared/domain/cards/faces/card-drawing';
import type { CardSide } from '@kaike/shared/domain/cards/faces/card-layout';
import { svgFile, svgNodes } from '@kaike/shared/domain/cards/faces/card-svg';
import { formatDay } from '@kaike/shared/kit/format';
import type { DrawnDesign } from './card-design.ts';
import type { CardPicture } from './card-picture.ts';
import { glyphsOf, loadCardFont } from './card-font.ts';

const dotsPerInch = 300;
const inchMm = 25.4;

/** Width in pixels of a card picture: print resolution, and twice the size messengers show. */
export const pictureWidth = ({ width }: { width: number }): number => Math.round((width / inchMm) * dotsPerInch);

/** The QR code of a link; error correction level M survives a scratch. */
export async function qrOf(link: string): Promise<QrModules> {
  const { create } = await import('qrcode');
  const { size, data } = create(link, { errorCorrectionLevel: 'M' }).modules;
  return { size, data };
}

/** The last day a card can be redeemed on, in the card's language. */
export function validityOf(end: Date | null, design: Pick<DrawnDesign, 'locale'>): string | null {
  return end ? formatDay(end, { locale: design.locale }) : null;
}

/** One side of a card as a PNG. */
export async function drawPng(
  design: DrawnDesign,
  options: { side: CardSide; data: CardData; pictures: ReadonlyMap<string, CardPicture>; width?: number },
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const glyphs = glyphsOf(await loadCardFont());
  const { layout, covers } = design;
  const shapes = drawCard({ layout, covers, side: options.side, data: options.data, glyphs });
  const svg = svgFile(
    svgNodes(shapes, glyphs, (src) => options.pictures.get(src)?.url ?? null),
    layout,
    options.width ?? pictureWidth(layout),
  );
  return sharp(Buffer.from(svg), { unlimited: true })
    .flatten({ background: '#ffffff' })
    .png({ compressionLevel: 9, palette: false })
    .toBuffer();
}
