import { choicesOf, type Transition, type ValueIn } from '../status.ts';

export const messageStatus = { draft: 0, scheduled: 1, sending: 2, sent: 3, recalled: 4 } as const;
export type MessageStatus = ValueIn<typeof messageStatus>;
export const messageStatusChoices = choicesOf(messageStatus, {
  draft: 'muted',
  scheduled: 'info',
  sending: 'warning',
  sent: 'success',
  recalled: 'muted',
});

/**
 * Recipients of a notice. An agency includes its whole subtree; a selection is picked in the member list, and those of `study`
 * are worked out from what was studied.
 */
export const messageAudience = { all: 1, tag: 2, agency: 3, course: 4, member: 5, selection: 6, study: 7 } as const;
export type MessageAudience = ValueIn<typeof messageAudience>;
/** Audiences that are listed member by member, which no form can do. */
export const listedAudiences: readonly number[] = [messageAudience.selection, messageAudience.study];
export const messageAudienceChoices = choicesOf(messageAudience).map((choice) =>
  listedAudiences.includes(choice.value) ? { ...choice, reserved: true as const } : choice,
);

/**
 * Progress of an email or text message to one member. One handed over without a response stays `handed_over` and is not
 * sent again. `skipped`: the member has no email address or no number. `withdrawn`: the notice was recalled before its turn.
 */
export const sendState = { none: 0, waiting: 1, handed_over: 2, sent: 3, failed: 4, skipped: 5, withdrawn: 6 } as const;

/** The verb 撤回 is `recall` before the first delivery, when nobody has seen the notice, and `withdraw` afterwards. */
export const messageActions: Readonly<Record<'send' | 'recall' | 'withdraw' | 'reinstate', Transition<MessageStatus>>> =
  {
    send: { from: [messageStatus.draft], to: messageStatus.scheduled },
    recall: { from: [messageStatus.scheduled], to: messageStatus.draft },
    withdraw: { from: [messageStatus.sending, messageStatus.sent], to: messageStatus.recalled },
    reinstate: { from: [messageStatus.recalled], to: messageStatus.sent },
  };
