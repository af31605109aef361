import { shownCardStatuses } from '../domain/card-state.ts';
import { field } from '../kit/field.ts';
import { contract } from '../kit/contract.ts';
import { s } from '../kit/schema.ts';

/** A card is named by what the member typed, pasted or scanned, or by the id of one in their wallet. */
const cardReference = {
  code: field.text({ rules: 'max:10000|required_without:card_id' }),
  card_id: field.integer(),
  /** Pass of a solved captcha, when `card.verify_required` asked for one. */
  verify: field.text({ rules: 'max:200' }),
} as const;

const status = s.literal(...shownCardStatuses);
const moment = s.nullable(s.time());

const course = {
  id: s.integer(),
  title: s.string(),
  cover: s.nullable(s.string()),
  lesson_count: s.integer(),
  duration_sec: s.integer(),
};
const product = s.object({ title: s.string(), intro: s.string(), cover: s.nullable(s.string()) });
/** `is_permanent`: at least one course stays for ever; then `end_at` is null. */
const ending = { ai_seconds: s.integer(), end_at: moment, is_permanent: s.boolean() };

export const previewCard = contract({
  method: 'POST',
  path: '/home/cards/preview',
  body: cardReference,
  answer: s.object({
    card: s.object({
      id: s.integer(),
      card_no: s.string(),
      secret_last4: s.string(),
      status,
      redeem_end_at: moment,
      /** In the member's wallet already. */
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
    /** Nothing would change: the member holds all of it at least as long. */
    adds_nothing: s.boolean(),
    /** Sent back on activation: what is granted is what was shown, or the call is refused. */
    shown: s.string(),
  }),
});

export const useCard = contract({
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
    /** Made by the client once per attempt of the person; a retry with the same one gets the same answer. */
    request_id: field.text({ rules: ['required', 'regex:^[\\w-]{8,64}$'] }),
    shown: field.text({ rules: 'max:100' }),
  },
  answer: s.object({
    mode: s.literal('activate', 'claim'),
    card: s.object({ id: s.integer(), card_no: s.string(), secret_last4: s.string(), status }),
    product,
    courses: s.array(s.object({ ...course, start_at: s.time(), end_at: moment })),
    ...ending,
    activated_at: moment,
    /** The first access this member ever had. */
    is_first: s.boolean(),
  }),
});

export const myCards = contract({
  method: 'GET',
  path: '/home/cards',
  answer: s.object({
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
        frozen_reason: s.string(),
        /** Frozen by the member, who may lift it. */
        is_frozen_by_me: s.boolean(),
        /** Until when a link to hand it on works; null when there is none. */
        gift_until: moment,
      }),
    ),
  }),
});

export const revealSecret = contract({
  method: 'POST',
  path: '/admin/cards/:id/reveal',
  body: { reason: field.text({ rules: 'required|max:200' }) },
  answer: s.object({ secret: s.string() }),
});
