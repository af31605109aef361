import { describe, expect, it } from 'vitest';
import { cardSize, type CardLayout } from '@kaike/shared/domain/cards/faces/card-layout';
import { record, redo, startHistory, undo, type CardDesign } from './history.ts';

const ground = { from: '#000000', to: '#000000' };
const layout: CardLayout = {
  width: cardSize.width,
  height: cardSize.height,
  front: ground,
  back: ground,
  elements: [],
};
const drawn = (front: string): CardDesign => ({ layout, covers: { front, back: null } });
const [a, b, c] = [drawn('a'), drawn('b'), drawn('c')];

describe('the history of a design', () => {
  it('undoes and redoes, and drops undone steps after a new one', () => {
    const two = record(record(startHistory(a), b), c);
    expect(undo(undo(two)).present).toBe(a);
    expect(undo(undo(undo(two))).present).toBe(a);
    expect(redo(redo(undo(undo(two)))).present).toBe(c);
    expect(redo(record(undo(two), a)).present).toBe(a);
  });

  it('merges steps of one name and ignores a step without changes', () => {
    const typed = record(record(startHistory(a), b, 'text'), c, 'text');
    expect(undo(typed).present).toBe(a);
    expect(undo(record(record(startHistory(a), b, 'x'), c, 'y')).present).toBe(b);
    expect(record(startHistory(a), a).past).toEqual([]);
    const many = Array.from({ length: 150 }, (_, index) => drawn(String(index))).reduce(
      (history, one) => record(history, one),
      startHistory(a),
    );
    expect(many.past).toHaveLength(100);
  });
});
