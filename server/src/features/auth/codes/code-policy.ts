import type { SmsCodePurpose } from '../../../adapters/sms/port.ts';

export type CodePurpose = SmsCodePurpose;
export type CodeChannel = 'sms' | 'mail';

/** Minutes a code lives. */
export const codeMinutes: Readonly<Record<CodeChannel, number>> = { sms: 5, mail: 30 };
/** Wrong tries after which a code is dead. */
export const codeTries = 5;
/** Seconds between two codes for one receiver. */
export const waitSec = 60;
/** Codes for one receiver, whatever they are for. */
export const receiverLimits = [
  { max: 5, seconds: 3600 },
  { max: 10, seconds: 86_400 },
] as const;
/** Codes one address, or one browser, may ask for. */
export const sourceLimit = { max: 20, seconds: 3600 } as const;
