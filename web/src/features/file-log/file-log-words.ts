import { partWords } from '../../kit/words/part-words.ts';

/** Wording of the server log page, loaded with it. */
export const fileLogWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/file_log'),
  en: () => import('virtual:wording/en/file_log'),
});
