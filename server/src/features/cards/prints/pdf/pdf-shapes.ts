import { runsOf, type Shape } from '@kaike/shared/domain/cards/faces/card-drawing';
import { pointMm } from '@kaike/shared/domain/cards/faces/card-layout';
import { num } from './pdf-file.ts';
import type { PdfFont } from './pdf-font.ts';

/** Names of the resources of a page; requesting one adds it to the file. */
export type PdfResources = {
  font: PdfFont;
  shading: (shape: Extract<Shape, { kind: 'gradient' }>, height: number) => string;
  picture: (src: string) => { name: string; width: number; height: number } | null;
  opacity: (percent: number) => string;
};

type Of<K extends Shape['kind']> = Extract<Shape, { kind: K }>;

export const colorOf = (color: string): string =>
  [1, 3, 5].map((at) => num(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');

function faded(percent: number, resources: PdfResources, operators: string): string {
  return percent < 100 ? `q /${resources.opacity(percent)} gs ${operators} Q` : operators;
}

/** The picture fills its box and keeps its aspect ratio; the excess is clipped on both sides. */
function drawPicture(shape: Of<'picture'>, bottom: number, resources: PdfResources): string {
  const picture = resources.picture(shape.src);
  if (!picture) return '';
  const { x, width, height } = shape;
  const [across, down] = shape.rotation === 90 ? [height, width] : [width, height];
  const scale = Math.max(across / picture.width, down / picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  const turn = shape.rotation === 90 ? '0 -1 1 0 0 0 cm ' : '';
  const clip = `${num(x)} ${num(bottom)} ${num(width)} ${num(height)} re W n`;
  return `q ${clip} 1 0 0 1 ${num(x + width / 2)} ${num(bottom + height / 2)} cm ${turn}${num(w)} 0 0 ${num(h)} ${num(-w / 2)} ${num(-h / 2)} cm /${picture.name} Do Q`;
}

function drawLine({ x, size, text, color, rotation }: Of<'line'>, y: number, resources: PdfResources): string {
  const matrix = rotation === 90 ? '0 -1 1 0' : '1 0 0 1';
  return `BT ${colorOf(color)} rg /F1 ${num(size)} Tf ${matrix} ${num(x)} ${num(y)} Tm <${resources.font.encode(text)}> Tj ET`;
}

function drawQr({ x, size, modules, color }: Of<'qr'>, y: number): string {
  const module = size / modules.size;
  const fields = runsOf(modules)
    .map(([column, row, length]) => `${column} ${row} ${length} 1 re`)
    .join(' ');
  return `q ${module} 0 0 ${-module} ${num(x)} ${num(y)} cm ${colorOf(color)} rg ${fields} f Q`;
}

/** A drawing as page operators, in mm from the lower left corner of a card of this height: the y axis of PDF points up. */
export function pdfOperators(shapes: readonly Shape[], height: number, resources: PdfResources): string {
  return shapes
    .map((shape) => {
      switch (shape.kind) {
        case 'gradient':
          return `q ${num(shape.x)} ${num(height - shape.y - shape.height)} ${num(shape.width)} ${num(shape.height)} re W n /${resources.shading(shape, height)} sh Q`;
        case 'rect':
          return faded(
            shape.opacity,
            resources,
            `${colorOf(shape.color)} rg ${num(shape.x)} ${num(height - shape.y - shape.height)} ${num(shape.width)} ${num(shape.height)} re f`,
          );
        case 'picture':
          return faded(shape.opacity, resources, drawPicture(shape, height - shape.y - shape.height, resources));
        case 'qr':
          return drawQr(shape, height - shape.y);
        case 'line':
          return faded(shape.opacity, resources, drawLine(shape, height - shape.y, resources));
      }
    })
    .filter((operators) => operators !== '')
    .join('\n');
}

/** Millimetres to points. */
export const pt = (value: number): number => value / pointMm;
