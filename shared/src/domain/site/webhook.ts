import { choicesOf, type ValueIn } from '../status.ts';

/** What the triggers of migrations 0125 and 0321 write: kinds of events and their names. */
export const webhookEvents = [
  'card.activated',
  'order.paid',
  'order.partly_refunded',
  'order.refunded',
  'lesson.completed',
  'member.created',
  'member.status_changed',
] as const;

export const webhookMessageState = { waiting: 1, delivered: 2, failed: 3 } as const;
export type WebhookMessageState = ValueIn<typeof webhookMessageState>;
export const webhookMessageStateChoices = choicesOf(webhookMessageState, {
  waiting: 'warning',
  delivered: 'success',
  failed: 'danger',
});

/** Seconds between the attempts of a message, about three days in all; then it has failed and can be sent again by hand. */
export const webhookPauses = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
