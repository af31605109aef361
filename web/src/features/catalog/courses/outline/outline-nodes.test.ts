import { expect, test } from 'vitest';
import { moveRow } from '../../../../kit/tree/tree-moves.ts';
import { titleOfFile } from '../../media/uploads/pick-files.ts';
import { newOrder, toNodes } from './outline-nodes.ts';

const lesson = (id: number) => ({
  id,
  chapter_id: 1,
  type: 1 as const,
  title: `课时 ${id}`,
  duration_sec: 0,
  preview_sec: 0,
  is_free: false,
  status: 1,
  read_sec: null,
  has_content: false,
  version: 1,
  media: null,
  file: null,
  attachments: [],
  scene: null,
  subtitles: [],
});
const chapters = [
  { id: 1, title: '一', version: 1, lessons: [lesson(11), lesson(12)] },
  { id: 2, title: '二', version: 1, lessons: [] },
];

test('an outline becomes rows and back an order', () => {
  const nodes = toNodes({ chapters });
  expect(newOrder(nodes)).toEqual([
    { id: 1, lesson_ids: [11, 12] },
    { id: 2, lesson_ids: [] },
  ]);
  expect(newOrder(moveRow(nodes, 'lesson-11', 'chapter-2') ?? [])).toEqual([
    { id: 1, lesson_ids: [12] },
    { id: 2, lesson_ids: [11] },
  ]);
});

test.each([
  ['第1课_问候.mp4', '第1课 问候'],
  ['lesson.final.mov', 'lesson.final'],
  ['.mp4', '.mp4'],
  ['a'.repeat(150), 'a'.repeat(100)],
])('%s is the lesson %s', (name, title) => {
  expect(titleOfFile(name)).toBe(title);
});
