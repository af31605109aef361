import { partWords } from '../../../kit/words/part-words.ts';

/** Wording of the deferred parts of the card page: preview, end of an activation, camera, gifts, managing a card. */
export const walletWords = partWords({
  'zh-CN': () => import('virtual:wording/zh-CN/card_wallet'),
  'zh-TW': () => import('virtual:wording/zh-TW/card_wallet'),
  en: () => import('virtual:wording/en/card_wallet'),
});
