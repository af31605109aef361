import { choicesOf, type Transition, type ValueIn } from '../status.ts';

export const chatStatus = { active: 1, finished: 2, expired: 3, blocked: 4, failed: 5 } as const;
export type ChatStatus = ValueIn<typeof chatStatus>;
export const chatStatusChoices = choicesOf(chatStatus, {
  active: 'info',
  finished: 'success',
  expired: 'outline',
  blocked: 'danger',
  failed: 'warning',
});

const { active } = chatStatus;

/** What happens to a talk. Only an active one goes on, and an ended one stays as it ended. */
export const chatActions = {
  /** A turn of the learner, and what belongs to it: stop, retry, hint. */
  talk: { from: [active], to: active },
  take_over: { from: [active], to: active },
  /** By the learner, with the last goal or the last line of the scene. */
  finish: { from: [active], to: chatStatus.finished },
  /** A day without a turn. */
  expire: { from: [active], to: chatStatus.expired },
  block: { from: [active], to: chatStatus.blocked },
  /** Too many replies in a row failed. */
  fail: { from: [active], to: chatStatus.failed },
} as const satisfies Readonly<Record<string, Transition<ChatStatus>>>;

export const aiMessageStatus = { pending: 1, streaming: 2, done: 3, stopped: 4, failed: 5, blocked: 6 } as const;
export type AiMessageStatus = ValueIn<typeof aiMessageStatus>;
export const aiMessageStatusChoices = choicesOf(aiMessageStatus, {
  pending: 'muted',
  streaming: 'info',
  done: 'success',
  stopped: 'outline',
  failed: 'warning',
  blocked: 'danger',
});

const running = [aiMessageStatus.pending, aiMessageStatus.streaming] as const;

/** What happens to a reply. It is final once; nothing changes it afterwards. */
export const aiMessageActions = {
  stream: { from: [aiMessageStatus.pending], to: aiMessageStatus.streaming },
  complete: { from: running, to: aiMessageStatus.done },
  stop: { from: running, to: aiMessageStatus.stopped },
  fail: { from: running, to: aiMessageStatus.failed },
  block: { from: running, to: aiMessageStatus.blocked },
} as const satisfies Readonly<Record<string, Transition<AiMessageStatus>>>;

/** Whether more of the reply may arrive. */
export const isRunning = (status: AiMessageStatus): boolean =>
  aiMessageActions.complete.from.some((one) => one === status);

/** Replies after which the learner may ask for another one to the same words. */
export const isRetryable = (status: AiMessageStatus): boolean =>
  status === aiMessageStatus.failed || status === aiMessageStatus.stopped;

/** Whether a chat service sums up an ended talk. */
export const summaryState = { none: 0, waiting: 1, running: 2, done: 3 } as const;

/** Characters of a summary, and of its advice. */
export const maxSummaryLength = 200;

/** Minutes without a turn after which a talk expires. */
export const chatExpiryMinutes = 24 * 60;
/** Seconds for which a device that talks keeps others out; every request of it renews them. */
export const leaseSeconds = 60;
/** Failed replies in a row that end a talk. */
export const maxFailures = 5;

/** Whether a report exists: 0 none was due, 1 it is being written, 2 it can be read. */
export const reportState = { none: 0, waiting: 1, ready: 2 } as const;
/** Turns of an expired talk from which on a report is worth writing. */
export const reportTurns = 3;
