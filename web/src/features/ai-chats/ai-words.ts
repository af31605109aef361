import { partWords } from '../../kit/words/part-words.ts';

/** Wording of the panels about AI, loaded with them. */
export const aiWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/ai_admin'),
  en: () => import('virtual:wording/en/ai_admin'),
});
