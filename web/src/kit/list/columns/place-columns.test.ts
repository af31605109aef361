import { describe, expect, it } from 'vitest';
import { parseLayout } from '@kaike/shared/kit/list-layout';
import { courses } from '@kaike/shared/resources/catalog/courses';
import { members } from '@kaike/shared/resources/people/members';
import { wordsOf } from '../../words/use-words.ts';
import { needOf, type ColumnNeed } from './column-text.ts';
import { checkWidth, fitColumns, menuWidth, placeColumns } from './place-columns.ts';

const names = courses.list.columns;
const need: ColumnNeed = { heading: 60, content: 100, is_whole: false };
const place = (
  room: number | null,
  layout = parseLayout(names, null),
  needs: Readonly<Record<string, Partial<ColumnNeed>>> = {},
) => placeColumns(courses, names, layout, { room, needOf: (name) => ({ ...need, ...needs[name] }) });
const widthOf = ({ columns }: ReturnType<typeof place>, name: string): number =>
  columns.find(({ key }) => key === name)?.width ?? 0;

describe('fitColumns', () => {
  const number = { key: 'id', least: 80, wish: 80, is_text: false };
  const prose = { key: 'title', least: 120, wish: 300, is_text: true };
  const late = { key: 'remark', least: 150, wish: 150, is_text: true };

  it('leaves out what has no room, from the end', () => {
    expect(fitColumns([number, prose, late], 349).map(({ key }) => key)).toEqual(['id', 'title']);
    expect(fitColumns([number, prose, late], 350).map(({ key }) => key)).toEqual(['id', 'title', 'remark']);
    expect(fitColumns([number, prose, late], 10).map(({ key }) => key)).toEqual(['id']);
  });

  it('gives the room to spare to the texts that are shortened, then to all texts, never to a number', () => {
    expect(fitColumns([number, prose, late], 450).map(({ width }) => width)).toEqual([80, 220, 150]);
    expect(fitColumns([number, prose, late], 630).map(({ width }) => width)).toEqual([80, 350, 200]);
    expect(fitColumns([number], 630).map(({ width }) => width)).toEqual([630]);
  });
});

it.each([360, 600, 900, 1160, 1400, 2400])('at %i px no column is cut, and those shown take all the room', (room) => {
  const { columns, folded } = place(room);
  const sum = columns.reduce((total, { width }) => total + width, 0);
  const inside = room - checkWidth - menuWidth;
  expect(inside - sum).toBeGreaterThanOrEqual(0);
  expect(inside - sum).toBeLessThan(columns.length);
  const left = new Set([...columns.map(({ key }) => key), ...folded]);
  expect(left).toEqual(new Set(names));
  expect(folded).not.toContain('status');
});

it('a column has room for its heading and states, and for a number or a key in one piece', () => {
  expect(widthOf(place(1400, undefined, { status: { heading: 190 } }), 'status')).toBe(190);
  expect(widthOf(place(1400, undefined, { title: { content: 260, is_whole: true } }), 'title')).toBeGreaterThanOrEqual(
    260,
  );
  const prose = { title: { content: 4000 } };
  expect(widthOf(place(420, undefined, prose), 'title')).toBeLessThan(360);
  expect(widthOf(place(4000, undefined, prose), 'title')).toBeGreaterThanOrEqual(480);
});

it('a column has room for its second line, too', () => {
  const name = members.list.columns.find((one) => one in (members.list.second_line ?? {})) ?? '';
  const under = Object.entries(members.list.second_line ?? {}).find(([key]) => key === name)?.[1] ?? '';
  const words = wordsOf((key) => key, 'members');
  const widthWith = (second: string) =>
    needOf(members, name, { rows: [{ id: 1, [name]: '林', [under]: second }], sums: null, words, view: {} }).content ??
    0;
  expect(widthWith('1000600060')).toBeGreaterThan(widthWith('1'));
});

it('the state of a row stays when there is room for few columns, and so does the place of what comes next', () => {
  const few = place(500);
  expect(few.columns.map(({ key }) => key)).toContain('status');
  expect(few.folded.length).toBeGreaterThan(0);
  const { columns, menu_width } = placeColumns(courses, names, parseLayout(names, null), {
    room: 900,
    needOf: () => need,
    verb: 70,
  });
  const sum = columns.reduce((total, { width }) => total + width, 0);
  expect([menu_width, sum <= 900 - checkWidth - menuWidth - 70]).toEqual([menuWidth + 70, true]);
});

it('a column that was resized keeps its width, and only what has no room beside it is folded', () => {
  const layout = parseLayout(names, { widths: { title: 300 } });
  const { columns, folded, fits } = place(900, layout);
  expect([widthOf(place(900, layout), 'title'), fits]).toEqual([300, true]);
  expect(columns.length + folded.length).toBe(names.length);
  expect(folded.length).toBeGreaterThan(0);
});

it('whoever pinned a column, or wants all of them, scrolls sideways', () => {
  expect(place(600, parseLayout(names, { pins: { title: 'left' } })).folded).toEqual([]);
  const all = place(600, parseLayout(names, { overflow: 'scroll' }));
  expect(all.folded).toEqual([]);
  expect(all.columns.map(({ width }) => width)).toEqual(place(null).columns.map(({ width }) => width));
});
