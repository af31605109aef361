import { partWords } from '../../kit/words/part-words.ts';

export const accountWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/personage_admin'),
  en: () => import('virtual:wording/en/personage_admin'),
});
