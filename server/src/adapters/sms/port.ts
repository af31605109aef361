/** What a text message is about; vendors keep an approved template for each. */
export type SmsPurpose = 'login' | 'register' | 'reset' | 'update_mobile' | 'bind' | 'verify';

export type SmsMessage = {
  /** A mobile number of 11 digits. */
  to: string;
  purpose: SmsPurpose;
  /** Values for a vendor's template. */
  params: { code: string; minutes: string };
  /** The whole text, for senders without templates. */
  text: string;
};

/** Hands text messages to whoever delivers them. */
export type SmsSender = {
  /** Resolves once the message was accepted, with the provider's name for it; fails with an AdapterError. */
  send: (message: SmsMessage) => Promise<{ id: string }>;
};
