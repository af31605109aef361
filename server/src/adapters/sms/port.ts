/** What a text message is about; vendors keep an approved template for each. */
export type SmsCodePurpose = 'login' | 'register' | 'reset' | 'update_mobile' | 'bind' | 'verify';

/** Values for a vendor's template: codes and their life, or what a notice is about. */
type SmsContent =
  | { purpose: SmsCodePurpose; params: { code: string; minutes: string } }
  | { purpose: 'notice'; params: { title: string } };

export type SmsMessage = SmsContent & {
  /** A mobile number of 11 digits. */
  to: string;
  /** The whole text, for senders without templates. */
  text: string;
};

/** Hands text messages to whoever delivers them. */
export type SmsSender = {
  /** Whether what is sent reaches somebody, be it in the outbox's page; what does not is not offered. */
  can_deliver: () => Promise<boolean>;
  /** Resolves once the message was accepted, with the provider's name for it; fails with an AdapterError. */
  send: (message: SmsMessage) => Promise<{ id: string }>;
};
