import { partWords } from '../../kit/part-words.ts';

/** Words of what comes late on the card page: what a card opens, the end of an activation, the camera, gifts, managing a card. */
export const walletWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/card_wallet'),
  'zh-TW': () => import('virtual:wording/zh-TW/card_wallet'),
  en: () => import('virtual:wording/en/card_wallet'),
});
