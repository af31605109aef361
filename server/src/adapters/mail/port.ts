export type MailMessage = { to: string; subject: string; text: string };

/** Hands mail to whoever delivers it. */
export type Mailer = {
  /** Resolves once the mail was accepted, with its message id; fails with an AdapterError. */
  send: (message: MailMessage) => Promise<{ id: string }>;
};
