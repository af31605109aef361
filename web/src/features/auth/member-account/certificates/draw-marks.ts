import { planSeal } from '../../../../ui/paper/seal-plan.ts';
import { write, type Brush, type Inks } from './canvas-text.ts';

export const mark = '#bf3527';
export const sheet = '#fffdf8';

type MarkRect = { x: number; y: number; size: number };

/** The seal with its right column first, on the canvas as `Seal` on the page. */
export function drawSeal(brush: Brush, words: string, { x, y, size }: MarkRect): void {
  const { edge, signs } = planSeal(words);
  brush.save();
  brush.translate(x, y);
  brush.rotate(-0.07);
  brush.scale(size / 100, size / 100);
  brush.fillStyle = mark;
  brush.fill(new Path2D(edge));
  brush.strokeStyle = sheet;
  brush.lineWidth = 2;
  brush.strokeRect(6, 6, 88, 88);
  for (const place of signs) {
    const font = Math.min(place.width, place.height);
    brush.save();
    brush.translate(place.x, place.y);
    brush.scale(place.width / font, place.height / font);
    write(brush, place.sign, {
      x: 0,
      y: font * 0.36,
      size: font,
      color: sheet,
      bold: true,
      align: 'center',
      voice: true,
    });
    brush.restore();
  }
  brush.restore();
}

/** A tick as the school writes it, in a square of 24. */
export function drawTick(brush: Brush, { x, y, size }: MarkRect): void {
  brush.save();
  brush.translate(x, y);
  brush.scale(size / 24, size / 24);
  brush.strokeStyle = mark;
  brush.lineWidth = 2.6;
  brush.lineCap = 'round';
  brush.lineJoin = 'round';
  brush.stroke(new Path2D('M3 13.5c2.2 1.3 3.6 3 4.8 6C10.6 12.6 15 7.2 21 3.5'));
  brush.restore();
}

/** One practice square with its number and a tick. */
export function drawSquare(brush: Brush, label: string, { x, y, size, inks }: MarkRect & { inks: Inks }): void {
  brush.save();
  brush.fillStyle = inks.soft;
  brush.strokeStyle = inks.primary;
  brush.lineWidth = 3;
  brush.fillRect(x, y, size, size);
  // The lines are paler than the number.
  brush.globalAlpha = 0.3;
  brush.strokeRect(x, y, size, size);
  brush.lineWidth = 2;
  brush.setLineDash([6, 6]);
  brush.stroke(new Path2D(`M${x + size / 2} ${y}v${size}M${x} ${y + size / 2}h${size}`));
  brush.restore();
  write(brush, label, {
    x: x + size / 2,
    y: y + size * 0.68,
    size: size * 0.52,
    color: inks.primary,
    bold: true,
    align: 'center',
    voice: true,
  });
  drawTick(brush, { x: x + size * 0.7, y: y + size * 0.55, size: size * 0.5 });
}

/** Squares of all lessons in a row; more than twelve would be too small to read. */
export function drawSquares(
  brush: Brush,
  count: number,
  { x, y, width, most, inks }: { x: number; y: number; width: number; most: number; inks: Inks },
): void {
  if (count > 12) return;
  const step = Math.min(width / count, most * 1.55);
  const size = Math.min(most, step * 0.72);
  const left = x + (width - (step * (count - 1) + size)) / 2;
  for (let place = 0; place < count; place += 1)
    drawSquare(brush, String(place + 1), { x: left + place * step, y, size, inks });
}
