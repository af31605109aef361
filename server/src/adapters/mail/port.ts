export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  attachments?: readonly { name: string; content: Buffer }[];
};

/** Hands mail over for delivery. */
export type Mailer = {
  /** Whether there is something to send with, if only the outbox page. */
  is_set_up: () => Promise<boolean>;
  /**
   * Whether mail reaches its recipient, as far as is known; otherwise features that need it are not offered. A server that
   * has accepted a letter stays in use when a later one fails.
   */
  can_deliver: () => Promise<boolean>;
  /** Whether the last letter failed, by the server's fault and not its receiver's. */
  is_failing: () => Promise<boolean>;
  /** The same within the last minute: what is sent now would not arrive. */
  is_down: () => Promise<boolean>;
  /** Resolves with the message id once the mail is accepted; rejects with an AdapterError. */
  send: (message: MailMessage) => Promise<{ id: string }>;
};
