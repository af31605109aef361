import { partWords } from '../../kit/words/part-words.ts';

/** Wording of what appears beside or instead of a video, in a separate chunk. */
export const lessonWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/lesson'),
  'zh-TW': () => import('virtual:wording/zh-TW/lesson'),
  en: () => import('virtual:wording/en/lesson'),
});
