import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNames, findOperations, wrongNames } from './check-names.mjs';

test('functions that begin with a vague verb are refused where they are exported, with their lines', () => {
  const source = [
    'export function readRow() {}',
    'export const takeCard = async () => {};',
    'export function say() {}',
    'function readPart() {}',
    'export const shown = () => {};',
    'export const readers = 3;',
    'export function loadRow() {}',
  ].join('\n');
  assert.deepEqual(
    findNames(source, 'a.ts').faults.map((fault) => fault.split(':').slice(0, 2).join(':')),
    ['a.ts:1 readRow', 'a.ts:2 takeCard', 'a.ts:3 say'],
  );
});

test('types called by a vague noun are refused, exported or not', () => {
  const source = 'type Place = { at: number };\nexport type CardPlace = Place;\nexport class Work {}';
  assert.deepEqual(findNames(source, 'a.ts').faults, ['a.ts:1 Place: say of what', 'a.ts:3 Work: say of what']);
});

test('a data field that is unpacked under its name in other letters is refused; another name is not', () => {
  const source = 'const { member_id: memberId, card_id: id, is_on, at: { user_id: userId } } = row;';
  assert.deepEqual(findNames(source, 'a.ts').faults, [
    'a.ts:1 memberId: a data field keeps its name member_id',
    'a.ts:1 userId: a data field keeps its name user_id',
  ]);
});

test('a prop with an underscore is refused', () => {
  const source = 'const page = <Outline course_id={1} isOpen data-course_id="1" />;';
  assert.deepEqual(findNames(source, 'a.tsx').faults, ['a.tsx:1 course_id: a prop is camelCase']);
});

test('a type that two files export is refused with its files, an operation without a verb by its name', () => {
  const sources = {
    'shared/src/a.ts': 'export type Card = { id: number };',
    'web/src/b.ts': 'export type Card = string;\ntype Own = Card;',
    'shared/src/contracts/c.ts':
      "export const cardList = contract({});\nexport const listCards = contract({});\ntype Own = 'x';",
  };
  assert.deepEqual(wrongNames(sources), [
    'shared/src/contracts/c.ts cardList: begin with a verb of the list',
    'Card is exported by shared/src/a.ts, web/src/b.ts: a type has one place',
  ]);
  assert.deepEqual(findOperations('export const takeCard = contract({});'), ['takeCard']);
});
