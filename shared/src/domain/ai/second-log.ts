import { choicesOf, type ValueIn } from '../status.ts';

/** Why a member's seconds of AI talk changed. 4 is kept for gifts; what staff correct is `admin`. */
export const secondsType = {
  card: 1,
  order: 2,
  admin: 3,
  talk: 5,
  /** What a reply cost, given back by the school. */
  refund: 6,
  card_reversed: 7,
  order_refunded: 8,
  merge: 9,
  opening: 10,
} as const;
export type SecondsType = ValueIn<typeof secondsType>;
/** Days for which the school can give back what a reply cost. */
export const refundDays = 30;

export const secondsTypeChoices = choicesOf(secondsType, {
  card: 'info',
  order: 'info',
  refund: 'success',
  card_reversed: 'purple',
  order_refunded: 'purple',
  merge: 'warning',
});
