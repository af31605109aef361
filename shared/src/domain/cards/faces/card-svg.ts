import { runsOf, type Shape } from './card-drawing.ts';
import { cardSize } from './card-layout.ts';
import { emUnits, type Glyphs } from './card-text.ts';

/** An SVG node, to be written as markup or rendered as elements. */
export type SvgNode = { tag: string; attributes: Record<string, string>; children?: SvgNode[] };

/** The URL under which the viewer of the SVG can open a picture; null omits it. */
export type PictureOf = (src: string) => string | null;

type Of<K extends Shape['kind']> = Extract<Shape, { kind: K }>;

const mm = (value: number): string => String(Math.round(value * 10_000) / 10_000);
const boxOf = ({
  x,
  y,
  width,
  height,
}: {
  x: number;
  y: number;
  width: number;
  height: number;
}): Record<string, string> => ({ x: mm(x), y: mm(y), width: mm(width), height: mm(height) });
const fade = (opacity: number): Record<string, string> => (opacity < 100 ? { opacity: String(opacity / 100) } : {});

function gradientNodes(shape: Of<'gradient'>): SvgNode[] {
  const { x, y, width, height, from, to } = shape;
  if (from === to) return [{ tag: 'rect', attributes: { ...boxOf(shape), fill: from } }];
  const id = `ground-${from.slice(1)}-${to.slice(1)}-${Math.round(width * 10)}-${Math.round(height * 10)}`;
  const ends = { x1: mm(x), y1: mm(y), x2: mm(x + width), y2: mm(y + height) };
  return [
    {
      tag: 'linearGradient',
      attributes: { id, gradientUnits: 'userSpaceOnUse', ...ends },
      children: [
        { tag: 'stop', attributes: { offset: '0', 'stop-color': from } },
        { tag: 'stop', attributes: { offset: '1', 'stop-color': to } },
      ],
    },
    { tag: 'rect', attributes: { ...boxOf(shape), fill: `url(#${id})` } },
  ];
}

function pictureNodes(shape: Of<'picture'>, pictureOf: PictureOf): SvgNode[] {
  const href = pictureOf(shape.src);
  if (href === null) return [];
  const { x, y, width, height, rotation } = shape;
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const turned =
    rotation === 90
      ? {
          ...boxOf({ x: middleX - height / 2, y: middleY - width / 2, width: height, height: width }),
          transform: `rotate(90 ${mm(middleX)} ${mm(middleY)})`,
        }
      : boxOf(shape);
  return [
    { tag: 'image', attributes: { ...turned, href, preserveAspectRatio: 'xMidYMid slice', ...fade(shape.opacity) } },
  ];
}

function qrNodes({ x, y, size, modules, color }: Of<'qr'>): SvgNode[] {
  const d = runsOf(modules)
    .map(([column, row, length]) => `M${column} ${row}h${length}v1h-${length}z`)
    .join('');
  return [
    {
      tag: 'path',
      attributes: {
        d,
        fill: color,
        'shape-rendering': 'crispEdges',
        transform: `translate(${mm(x)} ${mm(y)}) scale(${size / modules.size})`,
      },
    },
  ];
}

/** Text as outlines: it looks the same whatever fonts are installed. */
function lineNodes({ x, y, size, text, color, rotation, opacity }: Of<'line'>, glyphs: Glyphs): SvgNode[] {
  let advance = 0;
  const children: SvgNode[] = [];
  for (const character of text) {
    const glyph = glyphs(character);
    if (glyph.path !== '')
      children.push({
        tag: 'path',
        attributes: { d: glyph.path, ...(advance > 0 ? { transform: `translate(${advance} 0)` } : {}) },
      });
    advance += glyph.advance;
  }
  const transform = `translate(${mm(x)} ${mm(y)})${rotation === 90 ? ' rotate(90)' : ''} scale(${size / emUnits})`;
  return [{ tag: 'g', attributes: { fill: color, transform, ...fade(opacity) }, children }];
}

/** A drawing as SVG nodes, in mm. */
export function svgNodes(shapes: readonly Shape[], glyphs: Glyphs, pictureOf: PictureOf): SvgNode[] {
  return shapes.flatMap((shape) => {
    switch (shape.kind) {
      case 'gradient':
        return gradientNodes(shape);
      case 'rect':
        return [{ tag: 'rect', attributes: { ...boxOf(shape), fill: shape.color, ...fade(shape.opacity) } }];
      case 'picture':
        return pictureNodes(shape, pictureOf);
      case 'qr':
        return qrNodes(shape);
      case 'line':
        return lineNodes(shape, glyphs);
    }
  });
}

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function markup({ tag, attributes, children = [] }: SvgNode): string {
  const attributeText = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replace(/[&<>"]/g, (sign) => escaped[sign] ?? sign)}"`)
    .join('');
  return `<${tag}${attributeText}>${children.map(markup).join('')}</${tag}>`;
}

/** The `viewBox` of a card: as trimmed, or with the bleed. */
export function viewBoxOf({ width, height }: { width: number; height: number }, withBleed: boolean): string {
  const edge = withBleed ? cardSize.bleed : 0;
  return `${mm(-edge)} ${mm(-edge)} ${mm(width + 2 * edge)} ${mm(height + 2 * edge)}`;
}

/** A complete SVG file of the nodes, with its width in pixels. */
export function svgFile(nodes: readonly SvgNode[], card: { width: number; height: number }, pixels: number): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: viewBoxOf(card, false),
    width: String(pixels),
    height: String(Math.round((pixels * card.height) / card.width)),
  };
  return markup({ tag: 'svg', attributes, children: [...nodes] });
}
