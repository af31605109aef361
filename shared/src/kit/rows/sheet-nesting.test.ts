import { describe, expect, it } from 'vitest';
import { resources } from '../../resources/index.ts';
import { nestingOf, parentsFirst, rowsAbove } from './sheet-nesting.ts';

const nesting = { title: 'name', parent: 'parent_id' };
const row = (name: string, parent = '') => ({ name, parent_id: parent });
const sheet = [
  row('口语', '英语'),
  row('英语', '语言'),
  row('语言'),
  row('数学'),
  row('听力', '英语'),
  row('德语', '没有'),
];

describe('rows of a sheet that name one another', () => {
  it('are sorted so that what a row is below comes first', () => {
    expect(parentsFirst(sheet, nesting)).toEqual([[2, 3, 5], [1], [0, 4]]);
  });

  it.each([[[row('甲', '乙'), row('乙', '甲'), row('丙', '乙')]], [[row('甲', '甲')]]])(
    'keep their order where they are in a circle: %j',
    (rows) => {
      expect(parentsFirst(rows, nesting)).toEqual([rows.map((_, place) => place)]);
    },
  );

  it('bring what they are below', () => {
    expect(rowsAbove(sheet, [0, 4], nesting)).toEqual([1, 2]);
    expect(rowsAbove(sheet, [0, 1], nesting)).toEqual([2]);
    expect(rowsAbove(sheet, [3, 5], nesting)).toEqual([]);
    expect(rowsAbove([row('甲', '乙'), row('乙', '甲')], [0], nesting)).toEqual([1]);
  });

  it('are those of a resource with a relation to itself in its import', () => {
    const nested = Object.values(resources).flatMap((definition) => (nestingOf(definition) ? [definition.name] : []));
    expect(nested).toEqual(['subjects']);
  });
});
