import { choicesOf, type Transition, type ValueIn } from './status.ts';

export const messageStatus = { draft: 0, scheduled: 1, sending: 2, sent: 3 } as const;
export type MessageStatus = ValueIn<typeof messageStatus>;
export const messageStatusChoices = choicesOf(messageStatus, { draft: 'muted', scheduled: 'info', sending: 'warning', sent: 'success' });

/** Who a notice goes to; an agency means its whole subtree. */
export const messageAudience = { all: 1, tag: 2, agency: 3, course: 4, member: 5 } as const;
export type MessageAudience = ValueIn<typeof messageAudience>;
export const messageAudienceChoices = choicesOf(messageAudience);

/** A mail handed over whose answer never came stays `handed_over`: it is not sent a second time. */
export const mailState = { none: 0, waiting: 1, handed_over: 2, sent: 3, failed: 4 } as const;

export const messageActions: Readonly<Record<'send' | 'recall', Transition<MessageStatus>>> = {
  send: { from: [messageStatus.draft], to: messageStatus.scheduled },
  recall: { from: [messageStatus.scheduled], to: messageStatus.draft },
};
