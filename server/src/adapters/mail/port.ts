export type MailMessage = { to: string; subject: string; text: string };

/** Hands mail to whoever delivers it. */
export type Mailer = {
  /** Whether what is sent reaches somebody, be it in the outbox's page; what does not is not offered. */
  can_deliver: () => Promise<boolean>;
  /** Resolves once the mail was accepted, with its message id; fails with an AdapterError. */
  send: (message: MailMessage) => Promise<{ id: string }>;
};
