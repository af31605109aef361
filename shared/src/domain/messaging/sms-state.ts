import { choicesOf, type ValueIn } from '../status.ts';

/** `accepted` by the vendor, which later reports whether the message arrived; `refused` ones were never sent. */
export const smsState = { accepted: 1, delivered: 2, undelivered: 3, refused: 4 } as const;
export type SmsState = ValueIn<typeof smsState>;
export const smsStateChoices = choicesOf(smsState, {
  accepted: 'info',
  delivered: 'success',
  undelivered: 'danger',
  refused: 'danger',
});

export const smsVendors = ['aliyun', 'tencent', 'http_gateway', 'plugin'] as const;
export type SmsVendorName = (typeof smsVendors)[number];

/** What a text message is for; a notice carries a title, the others a code. */
export const smsPurposes = ['login', 'register', 'reset', 'update_mobile', 'bind', 'verify', 'notice'] as const;

/** Why a number counts as unreachable: the vendor refuses it, or its messages are not delivered for days. */
export const mobileBounce = { illegal: 1, blacklisted: 2, undelivered: 3 } as const;
export type MobileBounce = ValueIn<typeof mobileBounce>;
export const mobileBounceChoices = choicesOf(mobileBounce, {
  illegal: 'danger',
  blacklisted: 'danger',
  undelivered: 'warning',
});
