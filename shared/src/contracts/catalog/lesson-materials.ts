import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const word = s.object({ text: s.string(), zh: s.string(), sentence: s.string() });
const phrase = s.object({ text: s.string(), zh: s.string() });

const material = s.object({
  outline: s.string(),
  words: s.array(word),
  phrases: s.array(phrase),
  /** Learners can talk about the lesson. */
  is_approved: s.boolean(),
  /** Where new words were chosen from; null when the lesson has neither English subtitles nor an English text. */
  source: s.nullable(s.literal('subtitles', 'article')),
  /** Nothing is stored yet: these words are a proposal. */
  is_draft: s.boolean(),
});
export type LessonMaterial = SchemaValue<typeof material>;

/** The material of a lesson for talking about it; a proposal by the server while none is stored. */
export const getMaterial = contract({
  method: 'GET',
  path: '/admin/courses/:id/lessons/:lesson_id/material',
  response: material,
});

export const updateMaterial = contract({
  method: 'PUT',
  path: '/admin/courses/:id/lessons/:lesson_id/material',
  body: {
    outline: field.long_text({ rules: 'max:4000' }),
    words: field.json({ nullable: true, rules: 'array' }),
    phrases: field.json({ nullable: true, rules: 'array' }),
    is_approved: field.boolean({ initial: false }),
  },
  response: material,
});
