import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cardSize } from './card-layout.ts';
import {
  cardsPerSheet,
  cropMarks,
  flips,
  imposeCards,
  placeOf,
  sheetMargin,
  swapsColumns,
  type SheetOptions,
} from './card-sheet.ts';

const options = (overrides: Partial<SheetOptions> = {}): SheetOptions => ({
  format: 'a4',
  width: 210,
  height: 297,
  gap: 0,
  flip: 'long_edge',
  is_duplex: true,
  ...overrides,
});
const custom = fc.record({
  width: fc.integer({ min: 80, max: 700 }),
  height: fc.integer({ min: 80, max: 700 }),
  gap: fc.integer({ min: 0, max: 10 }),
  flip: fc.constantFrom(...flips),
});

describe('imposeCards', () => {
  it('puts as many cards on a sheet as fit, in either orientation', () => {
    const counts = (['a4', 'a3', 'sra3'] as const).map((format) => imposeCards(cardSize, options({ format })));
    expect(counts.map((one) => one && [one.columns, one.rows])).toEqual([
      [3, 3],
      [3, 6],
      [3, 7],
    ]);
    expect(imposeCards(cardSize, options({ format: 'custom', width: 90, height: 80 }))).toBeNull();
  });

  it('keeps every card on the sheet, bleeds apart and margins free', () => {
    fc.assert(
      fc.property(custom, (size) => {
        const imposition = imposeCards(cardSize, options({ format: 'custom', ...size }));
        if (!imposition) return;
        const places = Array.from({ length: cardsPerSheet(imposition) }, (_, index) =>
          placeOf(imposition, index, 'front'),
        );
        for (const { x, y } of places) {
          expect(x - cardSize.bleed).toBeGreaterThanOrEqual(sheetMargin - 0.001);
          expect(y + cardSize.height + cardSize.bleed).toBeLessThanOrEqual(imposition.height - sheetMargin + 0.001);
        }
        expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(places.length);
      }),
    );
  });

  it('puts every back behind its front once the sheet is flipped', () => {
    fc.assert(
      fc.property(custom, (size) => {
        const imposition = imposeCards(cardSize, options({ format: 'custom', ...size }));
        if (!imposition) return;
        for (let index = 0; index < cardsPerSheet(imposition); index += 1) {
          const [front, back] = [placeOf(imposition, index, 'front'), placeOf(imposition, index, 'back')];
          const isSideways = swapsColumns(imposition);
          expect(back.turn).toBe(isSideways ? 0 : 180);
          // As seen through the sheet.
          expect(isSideways ? imposition.width - back.x - cardSize.width : back.x).toBeCloseTo(front.x, 6);
          expect(isSideways ? back.y : imposition.height - back.y - cardSize.height).toBeCloseTo(front.y, 6);
        }
      }),
    );
  });

  it('swaps columns when a portrait sheet is flipped over its long edge', () => {
    expect(swapsColumns({ width: 297, height: 420, flip: 'long_edge' })).toBe(true);
    expect(swapsColumns({ width: 297, height: 210, flip: 'long_edge' })).toBe(false);
    expect(swapsColumns({ width: 297, height: 210, flip: 'short_edge' })).toBe(true);
  });
});

describe('cropMarks', () => {
  it('are at every cut, outside every bleed and on the sheet', () => {
    fc.assert(
      fc.property(custom, (size) => {
        const imposition = imposeCards(cardSize, options({ format: 'custom', ...size }));
        if (!imposition) return;
        const { left, top, columns, rows, pitch_x, pitch_y, width, height } = imposition;
        const marks = cropMarks(imposition, cardSize);
        expect(marks).toHaveLength(4 * (columns + rows));
        const [right, bottom] = [
          left + (columns - 1) * pitch_x + cardSize.width,
          top + (rows - 1) * pitch_y + cardSize.height,
        ];
        for (const { x1, y1, x2, y2 } of marks) {
          const isOutside =
            Math.max(y1, y2) <= top - 2.99 ||
            Math.min(y1, y2) >= bottom + 2.99 ||
            Math.max(x1, x2) <= left - 2.99 ||
            Math.min(x1, x2) >= right + 2.99;
          expect(isOutside).toBe(true);
          for (const [value, end] of [
            [x1, width],
            [x2, width],
            [y1, height],
            [y2, height],
          ] as const)
            expect(value >= 0 && value <= end).toBe(true);
        }
      }),
    );
  });
});
