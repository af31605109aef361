import { choicesOf, type ValueIn } from '../status.ts';

/** Why a member's seconds of AI talk changed. 4 and 6 are kept for gifts and refunds; what staff correct is `admin`. */
export const secondsType = {
  card: 1,
  order: 2,
  admin: 3,
  talk: 5,
  card_reversed: 7,
  order_refunded: 8,
  merge: 9,
  opening: 10,
} as const;
export type SecondsType = ValueIn<typeof secondsType>;
export const secondsTypeChoices = choicesOf(secondsType, {
  card: 'info',
  order: 'info',
  card_reversed: 'purple',
  order_refunded: 'purple',
  merge: 'warning',
});
