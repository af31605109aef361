import { partWords } from '../../kit/part-words.ts';

/** Words of what comes beside or instead of a video, in a chunk of their own. */
export const lessonWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/lesson'),
  'zh-TW': () => import('virtual:wording/zh-TW/lesson'),
  en: () => import('virtual:wording/en/lesson'),
});
