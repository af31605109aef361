import { expect, it } from 'vitest';
import { checkCourse, type CheckedLesson } from './course-check.ts';

const ready: CheckedLesson = {
  id: 7,
  title: '问候',
  status: 1,
  has_content: true,
  is_played: true,
  is_scene: false,
  is_processing: false,
  is_withdrawn: false,
  has_teacher: true,
};
const lesson = (change: Partial<CheckedLesson>): CheckedLesson => ({
  ...ready,
  title: '道别',
  has_content: false,
  ...change,
});
const whole = { cover: '/a.png', subject_id: 3, lessons: [ready] };

it.each([
  ['whole', whole, []],
  ['a lesson without a video', { ...whole, lessons: [ready, lesson({})] }, ['lesson_empty! 道别']],
  ['an article without a text', { ...whole, lessons: [ready, lesson({ is_played: false })] }, ['lesson_empty! 道别']],
  [
    'a video that is being processed',
    { ...whole, lessons: [ready, lesson({ is_processing: true })] },
    ['lesson_processing 道别'],
  ],
  ['an empty lesson that is switched off', { ...whole, lessons: [ready, lesson({ status: 0 })] }, []],
  [
    'an AI scene that was withdrawn',
    { ...whole, lessons: [ready, lesson({ has_content: true, is_withdrawn: true })] },
    ['scene_withdrawn! 道别'],
  ],
  [
    'an AI scene without a teacher',
    { ...whole, lessons: [ready, lesson({ has_content: true, has_teacher: false })] },
    ['no_ai_teacher 道别'],
  ],
  ['nothing but AI scenes', { ...whole, lessons: [{ ...ready, is_played: false, is_scene: true }] }, []],
  [
    'nothing but AI scenes without a teacher',
    { ...whole, lessons: [{ ...ready, is_played: false, is_scene: true, has_teacher: false }] },
    ['nothing_to_play!', 'no_ai_teacher 问候'],
  ],
  ['nothing but a text', { ...whole, lessons: [{ ...ready, is_played: false }] }, ['nothing_to_play!']],
  ['only a video that is switched off', { ...whole, lessons: [{ ...ready, status: 0 }] }, ['nothing_to_play!']],
  ['no lesson', { ...whole, lessons: [] }, ['nothing_to_play!']],
  ['neither cover nor subject', { ...whole, cover: '', subject_id: null }, ['no_cover', 'no_subject']],
])('%s', (_name, course, expected) => {
  expect(
    checkCourse(course).map(
      ({ key, is_must, lesson: title }) => `${key}${is_must ? '!' : ''}${title ? ` ${title}` : ''}`,
    ),
  ).toEqual(expected);
});
