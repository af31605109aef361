import sharp from 'sharp';
import { drawScene, type RandomNumber, type Size } from './draw-scene.ts';
import { puzzle } from './puzzle-size.ts';

/** Double resolution, so that the picture is sharp on a phone. */
const density = 2;
/** A square with two knobs and one notch inside a box of `piece_size`. */
const outline = 'M3 13H18A8 8 0 1 1 32 13H47V28A8 8 0 1 1 47 42V57H3V42A8 8 0 1 0 3 28Z';

export type Hole = { x: number; y: number; /** Quarter turns of the outline. */ turns: number };

export type Puzzle = { background: string; piece: string };

const place = ({ x, y, turns }: Hole): string =>
  `translate(${x} ${y}) rotate(${turns * 90} ${puzzle.piece_size / 2} ${puzzle.piece_size / 2})`;

function svg({ width, height }: Size, content: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * density}" height="${height * density}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );
}

/** Looks like the hole, but paler and at a height the piece cannot reach. */
function decoyOf(random: RandomNumber, hole: Hole): Hole {
  const lowest = puzzle.height - puzzle.piece_size - 6;
  const x = 12 + Math.floor(random() * (puzzle.width - puzzle.piece_size - 24));
  return {
    x,
    y: hole.y > lowest / 2 ? 6 + Math.floor(random() * 12) : lowest - Math.floor(random() * 12),
    turns: (hole.turns + 1) % 4,
  };
}

function drawBackground(scene: string, hole: Hole, decoy: Hole): Buffer {
  const shape = (at: Hole, fill: number, stroke: number): string =>
    `<path transform="${place(at)}" d="${outline}" fill="#0b1020" fill-opacity="${fill}" stroke="#fff" stroke-opacity="${stroke}" stroke-width="1.2"/>`;
  return svg(puzzle, scene + shape(decoy, 0.16, 0.25) + shape(hole, 0.52, 0.8));
}

function drawPiece(scene: string, hole: Hole): Buffer {
  const side = puzzle.piece_size;
  const still = place({ ...hole, x: 0, y: 0 });
  return svg(
    { width: side, height: side },
    [
      `<defs><clipPath id="cut"><path transform="${still}" d="${outline}"/></clipPath></defs>`,
      `<g clip-path="url(#cut)"><g transform="translate(${-hole.x} ${-hole.y})">${scene}</g></g>`,
      `<path transform="${still}" d="${outline}" fill="none" stroke="#0b1020" stroke-opacity=".35" stroke-width="3"/>`,
      `<path transform="${still}" d="${outline}" fill="none" stroke="#fff" stroke-opacity=".95" stroke-width="1.4"/>`,
    ].join(''),
  );
}

/** Draws both pictures as raster images: vector ones would reveal the solution. */
export async function drawPuzzle(random: RandomNumber, hole: Hole): Promise<Puzzle> {
  const scene = drawScene(random, puzzle);
  const [background, piece] = await Promise.all([
    sharp(drawBackground(scene, hole, decoyOf(random, hole)))
      .webp({ quality: 78, effort: 2 })
      .toBuffer(),
    sharp(drawPiece(scene, hole)).png({ palette: true, compressionLevel: 8 }).toBuffer(),
  ]);
  return {
    background: `data:image/webp;base64,${background.toString('base64')}`,
    piece: `data:image/png;base64,${piece.toString('base64')}`,
  };
}
