import { choicesOf, type Transition, type ValueIn } from './status.ts';

export const messageStatus = { draft: 0, scheduled: 1, sending: 2, sent: 3 } as const;
export type MessageStatus = ValueIn<typeof messageStatus>;
export const messageStatusChoices = choicesOf(messageStatus, {
  draft: 'muted',
  scheduled: 'info',
  sending: 'warning',
  sent: 'success',
});

/** Who a notice goes to; an agency means its whole subtree, a selection members picked in their list. */
export const messageAudience = { all: 1, tag: 2, agency: 3, course: 4, member: 5, selection: 6 } as const;
export type MessageAudience = ValueIn<typeof messageAudience>;
export const messageAudienceChoices = choicesOf(messageAudience).map((choice) =>
  choice.value === messageAudience.selection ? { ...choice, reserved: true as const } : choice,
);

/**
 * How far a mail or a text message to one member is. Handed over without an answer it stays `handed_over`: it is not sent
 * a second time. `skipped`: the member has no mailbox, or no number.
 */
export const sendState = { none: 0, waiting: 1, handed_over: 2, sent: 3, failed: 4, skipped: 5 } as const;

export const messageActions: Readonly<Record<'send' | 'recall', Transition<MessageStatus>>> = {
  send: { from: [messageStatus.draft], to: messageStatus.scheduled },
  recall: { from: [messageStatus.scheduled], to: messageStatus.draft },
};
