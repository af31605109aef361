import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawCard, runsOf, type CardData } from './card-drawing.ts';
import {
  cardSize,
  cardStyleNames,
  elementKinds,
  isText,
  makeElement,
  minimumQr,
  pointMm,
  type CardElement,
  type CardLayout,
} from './card-layout.ts';
import { checkLayout, contrastOf, isInside } from './card-layout-check.ts';
import { defaultLayout } from './card-layout-default.ts';
import { arrowStep, changeElement, handles, moveBox, resizeBox, shiftLayer, snapMove } from './card-layout-edit.ts';
import { parseLayout } from './card-layout-read.ts';
import { fitText, measureText, type Glyphs } from './card-text.ts';

const words = {
  serial: '卡号 ',
  secret: '卡密',
  validity: '兑换截止：',
  scan: '扫码激活',
  note: '登录学习平台，输入卡密或用手机扫描二维码即可激活。卡密只能使用一次，请妥善保管。',
};
/** Chinese characters as wide as the font size, others a little more than half. */
const glyphs: Glyphs = (character) => ({ advance: character > '\u2e80' ? 1000 : 560, path: 'M0 0L1 1Z' });
const qr = { size: 21, data: Array.from({ length: 441 }, (_, index) => Number(index % 3 === 0)) };
const data: CardData = {
  serial: 'KK2600010001',
  secret: 'KAKE-2345-ABCD-6789',
  qr,
  product: '初中数学全年同步课',
  school: '开课',
  validity: '2027年12月31日',
};
const plain = (): CardLayout => defaultLayout({ style: 'ocean', words, has_cover_front: false, has_cover_back: false });

const mm = fc.integer({ min: -6000, max: 12_000 }).map((value) => value / 100);
const length = fc.integer({ min: 200, max: 9000 }).map((value) => value / 100);
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const element: fc.Arbitrary<CardElement> = fc.record({
  id: fc.uuid(),
  kind: fc.constantFrom(...elementKinds),
  side: fc.constantFrom('front', 'back'),
  x: mm,
  y: mm,
  width: length,
  height: length,
  rotation: fc.constantFrom(0, 90),
  font_size: fc.integer({ min: 16, max: 192 }).map((value) => value / 4),
  color,
  align: fc.constantFrom('left', 'center', 'right'),
  text: fc.string({ maxLength: 60 }),
  src: fc.constant(null),
  opacity: fc.integer({ min: 0, max: 100 }),
});
const layout: fc.Arbitrary<CardLayout> = fc.record({
  width: fc.constant(cardSize.width),
  height: fc.constant(cardSize.height),
  front: fc.record({ from: color, to: color }),
  back: fc.record({ from: color, to: color }),
  elements: fc.array(element, { maxLength: 12 }),
});

describe('readLayout', () => {
  it('returns a layout unchanged after JSON, without extra keys', () => {
    fc.assert(
      fc.property(layout, (one) => {
        expect(parseLayout(JSON.parse(JSON.stringify({ ...one, more: 1 })))).toEqual(JSON.parse(JSON.stringify(one)));
      }),
    );
  });

  it('refuses other JSON, pictures from elsewhere and duplicate elements', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseLayout(value)).toBeNull();
      }),
    );
    const [first] = plain().elements;
    const withSource = (src: string) => parseLayout({ ...plain(), elements: [{ ...first, src }] });
    expect(withSource('/uploads/public/2026/11/0123456789abcdef0123456789abcd.webp')).not.toBeNull();
    for (const src of [
      'http://example.com/a.webp',
      '/uploads/public/2026/11/../../a.webp',
      'data:image/png;base64,',
      '/uploads/media/2026/11/0123456789abcdef.webp',
    ])
      expect(withSource(src), src).toBeNull();
    expect(parseLayout({ ...plain(), elements: [first, first] })).toBeNull();
    for (const bad of [
      { x: Number.NaN },
      { width: 0 },
      { rotation: 45 },
      { color: 'red' },
      { font_size: 500 },
      { kind: 'script' },
    ])
      expect(parseLayout({ ...plain(), elements: [{ ...first, ...bad }] }), JSON.stringify(bad)).toBeNull();
  });
});

describe('the default layout', () => {
  it('has no problems in any style, with and without cover pictures', () => {
    for (const style of cardStyleNames) {
      for (const [front, back] of [
        [false, false],
        [true, false],
        [false, true],
        [true, true],
      ] as const) {
        const layout = defaultLayout({ style, words, has_cover_front: front, has_cover_back: back });
        expect(
          checkLayout(layout, { front: front ? 'a' : null, back: back ? 'b' : null }),
          `${style} ${front} ${back}`,
        ).toEqual([]);
        expect(parseLayout(layout)).toEqual(layout);
      }
    }
  });
});

describe('checkLayout', () => {
  const codes = (change: Partial<CardElement>, id = 'qr') =>
    checkLayout(changeElement(plain(), id, change), { front: null, back: null }).map(
      ({ code, is_error }) => `${code}${is_error ? '!' : ''}`,
    );

  it('refuses unusable layouts and warns about poor legibility', () => {
    expect(codes({ width: 14.9, height: 14.9 })).toEqual(['qr_small!']);
    expect(codes({ width: minimumQr, height: minimumQr })).toEqual([]);
    expect(codes({ x: cardSize.width - cardSize.safe - 24.9 })).toContain('outside!');
    expect(codes({ color: '#bbbbbb' })).toEqual(['qr_pale!']);
    expect(codes({ x: 5, y: 8 })).toContain('covered!');
    expect(codes({ color: '#fefefe' }, 'note')).toEqual(['contrast']);
    expect(codes({ font_size: 4.5 }, 'note')).toEqual(['small_text']);
    const lifted = shiftLayer(changeElement(plain(), 'qr', { x: 5, y: 22 }), 'scan', -1);
    expect(
      checkLayout(
        {
          ...lifted,
          elements: [
            ...lifted.elements.filter(({ id }) => id !== 'qr'),
            ...lifted.elements.filter(({ id }) => id === 'qr'),
          ],
        },
        { front: null, back: null },
      ),
    ).toContainEqual({ code: 'covered', element: 'validity', is_error: false });
    const without = { ...plain(), elements: plain().elements.filter(({ kind }) => kind !== 'qr' && kind !== 'secret') };
    expect(checkLayout(without, { front: null, back: null })).toEqual([
      { code: 'no_code', element: null, is_error: true },
    ]);
  });

  it('keeps all text and codes of a layout without errors in the safe zone', () => {
    fc.assert(
      fc.property(layout, (one) => {
        const bad = new Set(
          checkLayout(one, { front: null, back: null })
            .filter((problem) => problem.is_error)
            .map((problem) => problem.element),
        );
        for (const each of one.elements)
          if (!bad.has(each.id) && (isText(each.kind) || each.kind === 'qr')) expect(isInside(each, one)).toBe(true);
      }),
    );
  });

  it('computes contrast as WCAG does', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    fc.assert(
      fc.property(color, color, (a, b) => {
        expect(contrastOf(a, b)).toBe(contrastOf(b, a));
      }),
    );
  });
});

describe('moving and resizing', () => {
  it('keeps part of every element within reach, and its size while moving', () => {
    fc.assert(
      fc.property(element, mm, mm, (one, dx, dy) => {
        const moved = moveBox(one, { dx: dx * 3, dy: dy * 3 }, cardSize);
        expect([moved.width, moved.height]).toEqual([one.width, one.height]);
        expect(moved.x).toBeLessThanOrEqual(cardSize.width + cardSize.bleed - 1.99);
        expect(moved.x + moved.width).toBeGreaterThanOrEqual(-cardSize.bleed + 1.99);
        expect(moved.y + moved.height).toBeGreaterThanOrEqual(-cardSize.bleed + 1.99);
      }),
    );
  });

  it('keeps the opposite edge in place, and a code square and large enough', () => {
    const onCard = element.map((one) => ({
      ...one,
      x: Math.abs(one.x) % 60,
      y: Math.abs(one.y) % 40,
      width: 10 + (one.width % 20),
      height: 10 + (one.height % 20),
    }));
    const pull = fc.integer({ min: -800, max: 800 }).map((value) => value / 100);
    fc.assert(
      fc.property(onCard, fc.constantFrom(...handles), pull, pull, (one, handle, dx, dy) => {
        const box = resizeBox(one, { handle, dx, dy }, cardSize);
        if (one.kind === 'qr') {
          expect(box.width).toBe(box.height);
          expect(box.width).toBeGreaterThanOrEqual(minimumQr);
        }
        if (handle.includes('e')) expect(box.x).toBeCloseTo(one.x, 1);
        if (handle.includes('w') && one.kind !== 'qr') expect(box.x + box.width).toBeCloseTo(one.x + one.width, 1);
        if (handle.includes('s')) expect(box.y).toBeCloseTo(one.y, 1);
      }),
    );
  });

  it('snaps to the centre, and to nothing out of reach', () => {
    const box = { x: 20.3, y: 10, width: 45, height: 5 };
    const near = snapMove({ box, others: [], card: cardSize, reach: 1 });
    expect(near.box.x + near.box.width / 2).toBeCloseTo(cardSize.width / 2, 2);
    expect(near.guides).toContainEqual({ axis: 'x', at: cardSize.width / 2 });
    expect(snapMove({ box: { ...box, x: 15, y: 9.4 }, others: [], card: cardSize, reach: 1 }).guides).toEqual([]);
    expect(
      snapMove({ box: { ...box, x: 15 }, others: [{ x: 30, y: 15.5, width: 3, height: 3 }], card: cardSize, reach: 1 })
        .box.y,
    ).toBe(10.5);
    fc.assert(
      fc.property(element, fc.integer({ min: 1, max: 30 }), (one, tenths) => {
        const start = moveBox(one, { dx: 0, dy: 0 }, cardSize);
        const { box: snapped } = snapMove({ box: start, others: [], card: cardSize, reach: tenths / 10 });
        expect(Math.abs(snapped.x - start.x)).toBeLessThanOrEqual(tenths / 10 + 0.011);
      }),
    );
  });

  it('steps by 1, 5 and 0.1 mm, and changes layers within a side', () => {
    const key = (name: string, held: object = {}) => arrowStep({ key: name, shiftKey: false, altKey: false, ...held });
    expect([
      key('ArrowLeft'),
      key('ArrowDown', { shiftKey: true }),
      key('ArrowRight', { altKey: true }),
      key('a'),
    ]).toEqual([{ dx: -1, dy: 0 }, { dx: 0, dy: 5 }, { dx: 0.1, dy: 0 }, null]);
    const ids = (one: CardLayout) => one.elements.filter(({ side }) => side === 'front').map(({ id }) => id);
    expect(ids(shiftLayer(plain(), 'school', 1))).toEqual(['product', 'school', 'serial']);
    expect(shiftLayer(shiftLayer(plain(), 'qr', 1), 'qr', -1)).toEqual(plain());
    expect(ids(shiftLayer(plain(), 'serial', 1))).toEqual(ids(plain()));
  });
});

describe('drawing', () => {
  it('fits any text into its box and never cuts a serial or a secret', () => {
    const text = fc
      .array(fc.constantFrom('课', '程', 'A', 'b', '9', ' ', '，', '-'), { minLength: 1, maxLength: 80 })
      .map((all) => all.join('').trim() || '课');
    fc.assert(
      fc.property(element, text, (one, content) => {
        const fitted = fitText(content, one, glyphs);
        const room = one.rotation === 90 ? one.height : one.width;
        expect(fitted.size).toBeLessThanOrEqual(one.font_size * pointMm + 1e-9);
        if (one.kind === 'serial' || one.kind === 'secret' || one.kind === 'validity') {
          expect(fitted.lines.join('').replaceAll(' ', '')).toBe(content.replaceAll(' ', ''));
          for (const line of fitted.lines)
            expect(measureText(line, fitted.size, glyphs)).toBeLessThanOrEqual(room + 0.02);
        }
        if (!fitted.is_cut) expect(fitted.lines.join('').replaceAll(' ', '')).toBe(content.replaceAll(' ', ''));
      }),
    );
  });

  it('shows neither secret nor code without a secret, and both with one', () => {
    const shapes = (secret: string | null) =>
      drawCard({
        layout: plain(),
        side: 'back',
        covers: { front: null, back: null },
        data: { ...data, secret },
        glyphs,
      });
    expect(shapes(null).some((shape) => shape.element === 'qr' || shape.element === 'secret')).toBe(false);
    expect(
      shapes('KAKE-2345-ABCD-6789')
        .filter((shape) => shape.element === 'qr')
        .map(({ kind }) => kind),
    ).toEqual(['rect', 'qr']);
    expect(
      shapes('KAKE-2345-ABCD-6789').flatMap((shape) =>
        shape.kind === 'line' && shape.element === 'secret' ? [shape.text] : [],
      ),
    ).toEqual(['KAKE-2345-ABCD-6789']);
  });

  it('keeps a quiet zone of four modules around the code and draws every dark module once', () => {
    const [ground, code] = drawCard({
      layout: plain(),
      side: 'back',
      covers: { front: null, back: null },
      data,
      glyphs,
    }).filter((shape) => shape.element === 'qr');
    if (ground?.kind !== 'rect' || code?.kind !== 'qr') throw new Error('no code was drawn');
    expect((code.x - ground.x) / (code.size / qr.size)).toBeCloseTo(4, 5);
    expect(runsOf(qr).reduce((sum, [, , count]) => sum + count, 0)).toBe(qr.data.reduce((sum, one) => sum + one, 0));
  });

  it('rotates text clockwise inside its box', () => {
    const turned = {
      ...plain(),
      elements: [
        makeElement({
          id: 't',
          kind: 'text',
          side: 'front',
          x: 70,
          y: 5,
          width: 6,
          height: 40,
          rotation: 90,
          text: '竖排',
        }),
      ],
    };
    const line = drawCard({ layout: turned, side: 'front', covers: { front: null, back: null }, data, glyphs }).find(
      (shape) => shape.kind === 'line',
    );
    expect(line).toMatchObject({ rotation: 90, y: 5 });
    expect(line?.x).toBeGreaterThan(70);
    expect(line?.x).toBeLessThan(76);
  });
});
