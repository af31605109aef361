import { deflateSync } from 'node:zlib';
import type { Font, CardPicture } from '../../themes/public.ts';
import { num, type PdfFile } from './pdf-file.ts';
import { createPdfFont } from './pdf-font.ts';
import { colorOf, type PdfResources } from './pdf-shapes.ts';

const values = (color: string): string => `[${colorOf(color)}]`;

function putPicture(pdf: PdfFile, picture: CardPicture): number {
  const id = pdf.reserve();
  const size = `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /BitsPerComponent 8`;
  if (!picture.alpha) {
    pdf.putStream(id, `${size} /ColorSpace /DeviceRGB /Filter /DCTDecode`, picture.jpeg, true);
    return id;
  }
  const mask = pdf.reserve();
  pdf.putStream(mask, `${size} /ColorSpace /DeviceGray /Filter /FlateDecode`, deflateSync(picture.alpha), true);
  pdf.putStream(id, `${size} /ColorSpace /DeviceRGB /SMask ${mask} 0 R /Filter /DCTDecode`, picture.jpeg, true);
  return id;
}

/** Resources shared by the pages of a file, each written once. `write` returns the dictionary and must be called last. */
export function createResources(
  pdf: PdfFile,
  assets: { font: Font; pictures: ReadonlyMap<string, CardPicture> },
): PdfResources & { write: () => string } {
  const font = createPdfFont(assets.font);
  const fontId = pdf.reserve();
  const groups = {
    Shading: new Map<string, number>(),
    XObject: new Map<string, number>(),
    ExtGState: new Map<string, number>(),
  };
  const keys = new Map<string, string>();
  const nameOf = (group: keyof typeof groups, key: string, put: () => number): string => {
    const full = `${group} ${key}`;
    const existing = keys.get(full);
    if (existing) return existing;
    const name = `${group.slice(0, 1)}${groups[group].size + 1}`;
    keys.set(full, name);
    groups[group].set(name, put());
    return name;
  };
  return {
    font,
    shading: ({ x, y, width, height, from, to }, cardHeight) =>
      nameOf('Shading', [x, y, width, height, from, to].join(), () => {
        const id = pdf.reserve();
        const ends = [x, cardHeight - y, x + width, cardHeight - y - height].map(num).join(' ');
        pdf.put(
          id,
          `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [${ends}] /Function << /FunctionType 2 /Domain [0 1] /C0 ${values(from)} /C1 ${values(to)} /N 1 >> /Extend [true true] >>`,
        );
        return id;
      }),
    picture: (src) => {
      const picture = assets.pictures.get(src);
      return picture
        ? { name: nameOf('XObject', src, () => putPicture(pdf, picture)), width: picture.width, height: picture.height }
        : null;
    },
    opacity: (percent) =>
      nameOf('ExtGState', String(percent), () => {
        const id = pdf.reserve();
        pdf.put(id, `<< /Type /ExtGState /ca ${num(percent / 100)} >>`);
        return id;
      }),
    write: () => {
      font.write(pdf, fontId);
      const dictionaries = Object.entries(groups)
        .filter(([, members]) => members.size > 0)
        .map(
          ([group, members]) => `/${group} << ${[...members].map(([name, id]) => `/${name} ${id} 0 R`).join(' ')} >>`,
        );
      return `<< /Font << /F1 ${fontId} 0 R >> ${dictionaries.join(' ')} >>`;
    },
  };
}
