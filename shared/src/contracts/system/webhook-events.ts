import type { webhookEvents } from '../../domain/system/webhook.ts';
import { s, type Schema } from '../../kit/schema.ts';

const agency = { agency_id: s.nullable(s.integer()) };
const order = s.object({
  order_id: s.integer(),
  order_no: s.string(),
  member_id: s.integer(),
  product_id: s.integer(),
  ...agency,
  /** In fen, like what was given back. */
  payable: s.integer(),
  refund_amount: s.nullable(s.integer()),
});
const member = s.object({ member_id: s.integer(), member_no: s.string(), ...agency, status: s.integer() });

/** `data` of each event, as the triggers of migration 0125 write it. */
export const webhookData: Readonly<Record<(typeof webhookEvents)[number], Schema>> = {
  'card.activated': s.object({
    card_id: s.integer(),
    card_no: s.string(),
    member_id: s.integer(),
    product_id: s.integer(),
    ...agency,
  }),
  'order.paid': order,
  'order.partly_refunded': order,
  'order.refunded': order,
  'lesson.completed': s.object({
    member_id: s.integer(),
    course_id: s.integer(),
    lesson_id: s.integer(),
    ...agency,
    study_sec: s.integer(),
  }),
  'member.created': member,
  'member.status_changed': member,
};
