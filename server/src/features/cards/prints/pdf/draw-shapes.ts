import { runsOf, type Shape } from '@kaike/shared/domain/cards/faces/card-drawing';
import type { CardPicture } from '../../themes/public.ts';

type Of<K extends Shape['kind']> = Extract<Shape, { kind: K }>;
type Pdf = PDFKit.PDFDocument;

const turned = (rotation: 0 | 90, pdf: Pdf, origin: readonly [number, number]): Pdf =>
  rotation === 90 ? pdf.rotate(90, { origin: [...origin] }) : pdf;

/** The picture fills its box and keeps its aspect ratio; the excess is clipped on both sides. */
function drawPicture({ x, y, width, height, rotation }: Of<'picture'>, picture: CardPicture, pdf: Pdf): void {
  const [across, down] = rotation === 90 ? [height, width] : [width, height];
  const scale = Math.max(across / picture.width, down / picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  pdf.rect(x, y, width, height).clip();
  turned(rotation, pdf, [middleX, middleY]).image(picture.url, middleX - w / 2, middleY - h / 2, {
    width: w,
    height: h,
  });
}

function drawQr({ x, y, size, modules, color }: Of<'qr'>, pdf: Pdf): void {
  pdf.translate(x, y).scale(size / modules.size);
  for (const [column, row, length] of runsOf(modules)) pdf.rect(column, row, length, 1);
  pdf.fill(color);
}

function drawShape(shape: Shape, pdf: Pdf, pictures: ReadonlyMap<string, CardPicture>): void {
  switch (shape.kind) {
    case 'gradient': {
      const { x, y, width, height, from, to } = shape;
      const gradient = pdf
        .linearGradient(x, y, x + width, y + height)
        .stop(0, from)
        .stop(1, to);
      pdf.rect(x, y, width, height).fill(gradient);
      return;
    }
    case 'rect':
      pdf
        .rect(shape.x, shape.y, shape.width, shape.height)
        .fillOpacity(shape.opacity / 100)
        .fill(shape.color);
      return;
    case 'picture': {
      const picture = pictures.get(shape.src);
      if (picture) drawPicture(shape, picture, pdf.fillOpacity(shape.opacity / 100));
      return;
    }
    case 'qr':
      drawQr(shape, pdf);
      return;
    case 'line':
      turned(shape.rotation, pdf, [shape.x, shape.y])
        .fontSize(shape.size)
        .fillColor(shape.color, shape.opacity / 100)
        .text(shape.text, shape.x, shape.y, { lineBreak: false, baseline: 'alphabetic' });
  }
}

/** Draws on the page in the unit and from the origin that are set; what a shape sets ends with it. */
export function drawShapes(shapes: readonly Shape[], pdf: Pdf, pictures: ReadonlyMap<string, CardPicture>): void {
  for (const shape of shapes) {
    pdf.save();
    drawShape(shape, pdf, pictures);
    pdf.restore();
  }
}
