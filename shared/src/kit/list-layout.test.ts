import { describe, expect, it } from 'vitest';
import { parseLayout, parseLayoutText, shownColumns, writeLayoutText } from './list-layout.ts';

const columns = ['title', 'status', 'remark', 'price'] as const;

describe('readLayout', () => {
  it('makes a complete layout of anything', () => {
    for (const raw of [null, undefined, 'x', [], 7, { order: 'title', widths: 3, pins: null }]) {
      expect(parseLayout(columns, raw)).toEqual({
        order: [...columns],
        hidden: [],
        widths: {},
        pins: {},
        density: 'middle',
      });
    }
  });

  it('drops unknown columns, adds new ones at the end, keeps widths in bounds and shows at least one column', () => {
    const layout = parseLayout(columns, {
      order: ['remark', 'gone', 'remark'],
      hidden: ['title', 'gone'],
      widths: { title: 5, status: 1e9, price: 'wide', gone: 100 },
      pins: { price: 'right', status: 'up' },
      density: 'small',
    });
    expect(layout).toEqual({
      order: ['remark', 'title', 'status', 'price'],
      hidden: ['title'],
      widths: { title: 48, status: 800 },
      pins: { price: 'right' },
      density: 'small',
    });
    expect(parseLayout(columns, { hidden: columns }).hidden).toEqual([]);
  });
});

describe('shownColumns', () => {
  it('puts pinned columns at their edges', () => {
    const layout = parseLayout(columns, { pins: { title: 'right', remark: 'left' }, hidden: ['status'] });
    expect(shownColumns(layout)).toEqual(['remark', 'price', 'title']);
  });
});

describe('a layout in the URL', () => {
  it('reads back as written', () => {
    const layout = parseLayout(columns, {
      order: ['price', 'remark'],
      hidden: ['status'],
      widths: { price: 180 },
      pins: { price: 'left', title: 'right' },
      density: 'small',
    });
    expect(writeLayoutText(layout)).toBe('price:180<,remark,title>,!status,*small');
    expect(parseLayoutText(columns, writeLayoutText(layout))).toEqual(layout);
    const wide = parseLayout(columns, { overflow: 'scroll' });
    expect(parseLayoutText(columns, writeLayoutText(wide))).toEqual(wide);
    expect(parseLayoutText(columns, '<script>,title:99999,nope')).toEqual(parseLayout(columns, {}));
  });
});
