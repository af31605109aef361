import { sendState } from '../messaging/message-status.ts';
import { choicesOf } from '../status.ts';

/** What became of the message to a new learner. */
export const firstLoginChoices = choicesOf(sendState, {
  none: 'muted',
  waiting: 'info',
  handed_over: 'warning',
  sent: 'success',
  failed: 'danger',
  skipped: 'muted',
});

/** Days for which the link of a new learner works. */
export const firstLoginDays = 14;

export const firstLoginPath = (token: string): string => `/open/first-login/${token}`;
