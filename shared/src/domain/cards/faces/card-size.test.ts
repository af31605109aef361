import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLayout } from './card-layout-check.ts';
import { defaultLayout } from './card-layout-default.ts';
import { parseLayout } from './card-layout-read.ts';
import { cardSize, isText, makeElement, minimumQr, sizeRange, type CardLayout } from './card-layout.ts';
import { sizeWithBleed, cardFormats, formatOf, resizeCard } from './card-size.ts';

const words = { serial: '卡号 ', secret: '卡密', validity: '兑换截止 ', scan: '扫码激活', note: '请妥善保管卡密。' };
const covers = { front: null, back: null };
const plain = defaultLayout({ style: 'ocean', words, has_cover_front: true, has_cover_back: true });
const one = (layout: CardLayout, id: string) =>
  layout.elements.find((element) => element.id === id) ??
  makeElement({ id, kind: 'box', side: 'front', x: 0, y: 0, width: 0, height: 0 });
const wide = fc.double({ min: sizeRange.min, max: sizeRange.max, noNaN: true });
const sizes = fc.record({ width: wide, height: wide });

describe('formatOf', () => {
  it('recognises the common formats in either orientation, and any other as custom', () => {
    expect([
      formatOf(plain),
      formatOf(cardFormats.business),
      formatOf({ width: 54, height: 85.6 }),
      formatOf({ width: 86, height: 54 }),
    ]).toEqual(['bank', 'business', 'bank', 'custom']);
  });
});

describe('resizeCard', () => {
  it('returns the same size unchanged, and keeps backgrounds beyond the edge', () => {
    expect(resizeCard(plain, cardFormats.bank)).toBe(plain);
    const business = resizeCard(plain, cardFormats.business);
    expect([business.width, business.height]).toEqual([90, 54]);
    expect(one(business, 'front-shade')).toMatchObject({ x: -cardSize.bleed, width: 96, y: 31 });
    expect(one(business, 'product')).toMatchObject({ font_size: 14, y: 32 });
  });

  it.each([
    ['business', cardFormats.business],
    ['upright', { width: 54, height: 85.6 }],
    ['small', { width: 60, height: 40 }],
    ['large', { width: 148, height: 105 }],
  ])('leaves a default card usable: %s', (_name, size) => {
    const problems = checkLayout(resizeCard(plain, size), covers);
    expect(problems.filter((problem) => problem.is_error)).toEqual([]);
  });

  it('keeps text and codes uncut, codes legible and the layout valid at any size', () => {
    fc.assert(
      fc.property(sizes, (size) => {
        const layout = resizeCard(plain, size);
        expect(
          checkLayout(layout, covers).filter(
            ({ code }) => code === 'outside' || code === 'qr_small' || code === 'no_code',
          ),
        ).toEqual([]);
        expect(parseLayout(layout)).toEqual(layout);
        expect(one(layout, 'qr').width).toBeGreaterThanOrEqual(minimumQr);
        expect(layout.elements.filter(({ kind }) => isText(kind)).every(({ font_size: points }) => points <= 14)).toBe(
          true,
        );
      }),
    );
  });

  it('is reversible up to rounding when nothing had to shrink', () => {
    const back = resizeCard(resizeCard(plain, cardFormats.business), cardFormats.bank);
    for (const element of plain.elements) {
      const now = one(back, element.id);
      for (const key of ['x', 'y', 'width', 'height'] as const)
        expect(Math.abs(now[key] - element[key]), `${element.id} ${key}`).toBeLessThanOrEqual(0.03);
    }
  });
});

describe('sizeWithBleed', () => {
  it('adds the bleed at every edge', () =>
    expect(sizeWithBleed(cardFormats.bank)).toEqual({ width: 91.6, height: 60 }));
});
