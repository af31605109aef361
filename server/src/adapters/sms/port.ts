/** What a text message is for; vendors have an approved template for each. */
export type SmsCodePurpose = 'login' | 'register' | 'reset' | 'update_mobile' | 'bind' | 'verify';

/** Values for a vendor's template: a code and its validity, or the title of a notice. */
type SmsContent =
  | { purpose: SmsCodePurpose; params: { code: string; minutes: string } }
  | { purpose: 'notice'; params: { title: string } };

export type SmsMessage = SmsContent & {
  /** A mobile number of 11 digits. */
  to: string;
  /** The whole text, for senders without templates. */
  text: string;
};

/** Hands text messages over for delivery. */
export type SmsSender = {
  /** Whether messages reach their recipient, if only on the outbox page; otherwise features that need them are not offered. */
  can_deliver: (purpose: SmsMessage['purpose']) => Promise<boolean>;
  /** Whether somebody set it up, even if messages fail. */
  is_set_up: () => Promise<boolean>;
  /** Whether the last code failed for a reason that is not its receiver's. */
  is_failing: () => Promise<boolean>;
  /** The same within the last minute: what is sent now would not arrive. */
  is_down: () => Promise<boolean>;
  /** Resolves with the provider's message id once the message is accepted; rejects with an AdapterError. */
  send: (message: SmsMessage) => Promise<{ id: string }>;
};
