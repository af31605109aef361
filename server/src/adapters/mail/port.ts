export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  attachments?: readonly { name: string; content: Buffer }[];
};

/** Hands mail over for delivery. */
export type Mailer = {
  /** Whether mail reaches its recipient, if only on the outbox page; otherwise features that need it are not offered. */
  can_deliver: () => Promise<boolean>;
  /** Resolves with the message id once the mail is accepted; rejects with an AdapterError. */
  send: (message: MailMessage) => Promise<{ id: string }>;
};
