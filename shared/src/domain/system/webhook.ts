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

/** How a webhook's receiver takes what is sent: `paused` after several failures in a row, until the pause is over. */
export const webhookDelivery = { fine: 1, failing: 2, paused: 3 } as const;
export type WebhookDelivery = ValueIn<typeof webhookDelivery>;
export const webhookDeliveryChoices = choicesOf(webhookDelivery, {
  fine: 'success',
  failing: 'warning',
  paused: 'danger',
});

/** Failures in a row after which a webhook pauses, and the seconds of its pauses: each further failure takes the next, then the last again. */
export const webhookFailuresBeforePause = 5;
export const webhookReceiverPauses = [60, 300, 900, 3600] as const;

/** Messages that may wait for one webhook; beyond that the oldest are given up. */
export const webhookMaxWaiting = 10_000;
/** Seconds a message may wait, longer than its attempts take; it is then given up. */
export const webhookMaxWaitSeconds = 5 * 86_400;

/** Why a message did not arrive, where the receiver gave no status of its own (`HTTP 503`). */
export const webhookErrors = [
  'network',
  'timeout',
  'private_address',
  'paused',
  'switched_off',
  'expired',
  'overflow',
] as const;
