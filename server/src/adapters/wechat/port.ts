/** What a page passes to WeChat's script. */
export type SignedPage = { app_id: string; timestamp: number; nonce: string; signature: string };

export type PushRequest = { query: Readonly<Record<string, string | undefined>>; body: string };

/** A verified message from WeChat's server. `id` stays the same when it is sent again; `kind` is the event or the message type, in lower case. */
export type Push = {
  id: string;
  from: string;
  to: string;
  kind: string;
  fields: Readonly<Record<string, string>>;
  is_sealed: boolean;
};

/** The school's official WeChat account. */
export type Messenger = {
  /** Null while no account is set up. Throws when WeChat does not respond. */
  signPage: (url: string) => Promise<SignedPage | null>;
  /** The echo that proves the address is ours; null unless WeChat signed the request. */
  readEcho: (query: PushRequest['query']) => Promise<string | null>;
  /** Null unless WeChat signed it for this account. */
  readPush: (request: PushRequest) => Promise<Push | null>;
  /** A text reply to the sender of the message, encrypted when the message was. */
  writeReply: (push: Push, text: string) => Promise<string>;
};
