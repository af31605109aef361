import { partWords } from '../../kit/words/part-words.ts';

/** Wording of the panel about versions, loaded with it. */
export const templateWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/ai_admin'),
  en: () => import('virtual:wording/en/ai_admin'),
});
