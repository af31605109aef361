/** What a page hands to the messenger's script. */
export type SignedPage = { app_id: string; timestamp: number; nonce: string; signature: string };

export type PushRequest = { query: Readonly<Record<string, string | undefined>>; body: string };

/** A message of the messenger's server, read and checked. `id` is the same when it is sent again; `kind` is the event or the kind of message, in small letters. */
export type Push = {
  id: string;
  from: string;
  to: string;
  kind: string;
  fields: Readonly<Record<string, string>>;
  is_sealed: boolean;
};

/** The school's official account at the messenger. */
export type Messenger = {
  /** Null while no account is set up. Throws when the messenger does not answer. */
  signPage: (url: string) => Promise<SignedPage | null>;
  /** What proves that the address is ours; null unless the messenger has signed the question. */
  readEcho: (query: PushRequest['query']) => Promise<string | null>;
  /** Null unless the messenger has signed it, for this account. */
  readPush: (request: PushRequest) => Promise<Push | null>;
  /** The answer that says a text to whoever sent the message, sealed when the message was. */
  writeReply: (push: Push, text: string) => Promise<string>;
};
