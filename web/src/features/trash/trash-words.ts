import { partWords } from '../../kit/words/part-words.ts';

export const trashWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/trash'),
  en: () => import('virtual:wording/en/trash'),
});
