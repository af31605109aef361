import type { CardSide } from '@kaike/shared/domain/cards/faces/card-layout';
import { drawPng, type DrawnDesign, type CardPicture } from '../themes/public.ts';
import type { PrintedCard } from './pdf/write-sheets.ts';
import type { PrintRow } from './print-row.ts';

type Drawing = { print: PrintRow; design: DrawnDesign; pictures: ReadonlyMap<string, CardPicture> };

/** Pictures of cards for messengers, named by serial, in one archive. */
export async function zipPictures(
  { print, design, pictures }: Drawing,
  part: { cards: readonly PrintedCard[] },
  tick: (done: number) => Promise<void>,
): Promise<{ bytes: Buffer; pages: number }> {
  // Loaded on demand: few nodes ever make pictures.
  const { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(new Uint8ArrayWriter(), { level: 0 });
  const sides: readonly CardSide[] = print.options.is_duplex ? ['front', 'back'] : ['front'];
  for (const [index, data] of part.cards.entries()) {
    for (const side of sides) {
      await zip.add(
        sides.length > 1 ? `${data.serial}-${side}.png` : `${data.serial}.png`,
        new Uint8ArrayReader(await drawPng(design, { side, data, pictures })),
      );
    }
    await tick(index + 1);
  }
  return { bytes: Buffer.from(await zip.close()), pages: part.cards.length * sides.length };
}
