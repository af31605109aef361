import { shownCardStatuses } from '../../domain/cards/card-state.ts';
import { field } from '../../kit/field.ts';
import { contract } from '../../kit/contract.ts';
import { s } from '../../kit/schema.ts';

/** Identifies a card by what the member typed, pasted or scanned, or by the id of one in their wallet. */
const cardReference = {
  code: field.text({ rules: 'max:10000|required_without:card_id' }),
  card_id: field.integer(),
  /** Token of a solved captcha, required after the error `card.verify_required`. */
  verify: field.text({ rules: 'max:200' }),
} as const;

const status = s.literal(...shownCardStatuses);
const moment = s.nullable(s.time());

const course = {
  id: s.integer(),
  title: s.string(),
  cover: s.nullable(s.string()),
  cover_style: s.string(),
  lesson_count: s.integer(),
  duration_sec: s.integer(),
};
const product = s.object({ title: s.string(), intro: s.string(), cover: s.nullable(s.string()) });
/** `is_permanent`: access to at least one course is permanent; then `end_at` is null. */
const ending = { ai_seconds: s.integer(), end_at: moment, is_permanent: s.boolean() };

export const previewCard = contract({
  method: 'POST',
  path: '/home/cards/preview',
  body: cardReference,
  response: s.object({
    card: s.object({
      id: s.integer(),
      card_no: s.string(),
      secret_last4: s.string(),
      status,
      redeem_end_at: moment,
      /** Already in the member's wallet. */
      is_claimed: s.boolean(),
    }),
    product,
    courses: s.array(
      s.object({
        ...course,
        start_at: s.time(),
        end_at: moment,
        current_end_at: moment,
        is_held_forever: s.boolean(),
        effect: s.literal('new', 'extend', 'renew', 'none'),
      }),
    ),
    ...ending,
    /** Nothing would change: the member already has all of it at least as long. */
    adds_nothing: s.boolean(),
    /** Send this back on activation: if the grant would differ from what was shown, the request is refused. */
    shown: s.string(),
  }),
});

export const redeemCard = contract({
  method: 'POST',
  path: '/home/cards/use-card',
  body: {
    ...cardReference,
    mode: field.choice(
      [
        { value: 'activate', key: 'activate' },
        { value: 'claim', key: 'claim' },
      ],
      { rules: 'required' },
    ),
    /** Idempotency key: the client creates one per user attempt, and a retry with the same one returns the same response. */
    request_id: field.text({ rules: ['required', 'regex:^[\\w-]{8,64}$'] }),
    shown: field.text({ rules: 'max:100' }),
  },
  response: s.object({
    mode: s.literal('activate', 'claim'),
    card: s.object({ id: s.integer(), card_no: s.string(), secret_last4: s.string(), status }),
    product,
    courses: s.array(s.object({ ...course, start_at: s.time(), end_at: moment })),
    ...ending,
    activated_at: moment,
    /** Whether this is the member's first access. */
    is_first: s.boolean(),
  }),
});

export const listMyCards = contract({
  method: 'GET',
  path: '/home/cards',
  response: s.object({
    data: s.array(
      s.object({
        id: s.integer(),
        card_no: s.string(),
        secret_last4: s.string(),
        status,
        title: s.string(),
        cover: s.nullable(s.string()),
        claimed_at: moment,
        activated_at: moment,
        redeem_end_at: moment,
        courses: s.array(s.object({ id: s.integer(), title: s.string() })),
        ...ending,
        /** The term is counted in days or months, and not yet. */
        term_begins: s.boolean(),
        frozen_reason: s.string(),
        /** Frozen by the member, who may unfreeze it. */
        is_frozen_by_me: s.boolean(),
        /** Expiry of the gift link; null when there is none. */
        gift_until: moment,
      }),
    ),
    /** Whether anything is on sale, and there is a way to pay. */
    can_buy: s.boolean(),
  }),
});

export const revealCardSecret = contract({
  method: 'POST',
  path: '/admin/cards/:id/reveal',
  body: { reason: field.text({ rules: 'required|max:200' }) },
  response: s.object({ secret: s.string() }),
});
