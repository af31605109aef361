import type { SmsCodePurpose } from '../../../../adapters/sms/port.ts';

export type CodePurpose = SmsCodePurpose;
export type CodeChannel = 'sms' | 'mail';

/** Lifetime of a code, minutes. */
export const codeMinutes: Readonly<Record<CodeChannel, number>> = { sms: 5, mail: 30 };
/** Wrong tries after which a code is invalid. */
export const codeTries = 5;
/** Seconds between two codes for one receiver. */
export const waitSec = 60;
/** Codes for one receiver, for any purpose. */
export const receiverLimits = [
  { max: 5, seconds: 3600 },
  { max: 10, seconds: 86_400 },
] as const;
/** Codes per IP address and per browser. */
export const sourceLimit = { max: 20, seconds: 3600 } as const;
