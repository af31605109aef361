import { partWords } from '../words/part-words.ts';

/** Wording of the panels for card risks and card approvals. */
export const cardControlWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/card_control'),
  en: () => import('virtual:wording/en/card_control'),
});
