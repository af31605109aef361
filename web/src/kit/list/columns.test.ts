import { expect, it } from 'vitest';
import { readLayout } from '@kaike/shared/kit/list-layout';
import { courses } from '@kaike/shared/resources/courses';
import { checkWidth, menuWidth, placeColumns } from './columns.ts';

const names = courses.list.columns;
const place = (room: number | null, layout = readLayout(names, null)) =>
  placeColumns(courses, names, layout, {
    room,
    textOf: (name) => ({ heading: name, labels: name === 'status' ? ['Draft', 'Published and on the shelf'] : [] }),
  });
const widthOf = (columns: ReturnType<typeof place>, name: string): number =>
  columns.find(({ key }) => key === name)?.width ?? 0;

it('a column has room for its widest tag and its heading', () => {
  expect(widthOf(place(null), 'status')).toBeGreaterThan('Published and on the shelf'.length * 7);
  expect(widthOf(place(700), 'status')).toBe(widthOf(place(null), 'status'));
});

it.each([600, 900, 1160, 1400])('at %i px no column is cut at the edge', (room) => {
  const inside = room - checkWidth - menuWidth;
  let end = 0;
  const ends = place(room).map(({ width }) => (end += width));
  const fitting = ends.filter((one) => one <= inside);
  expect(fitting.length).toBeGreaterThan(0);
  expect(inside - (fitting.at(-1) ?? 0), 'the columns that fit take all the room').toBeLessThan(names.length);
});

it('whoever resized a column keeps all widths', () => {
  const layout = readLayout(names, { widths: { title: 300 } });
  expect(widthOf(place(600, layout), 'title')).toBe(300);
  expect(place(600, layout).map(({ width }) => width)).toEqual(place(null, layout).map(({ width }) => width));
});
