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

/** A notice to one follower. `key` is the same when it is sent again. */
export type TemplateNotice = { open_id: string; key: string; title: string; url: string | null };

/** The school's official WeChat account. */
export type Messenger = {
  /** Null while no account is set up. Throws when WeChat does not respond. */
  signPage: (url: string) => Promise<SignedPage | null>;
  /** False while only a part of the account is entered. */
  isSetUp: () => Promise<boolean>;
  /** Has WeChat check the account; throws `config_invalid` while none is entered. */
  test: () => Promise<void>;
  /** The account that can send notices to its followers; null while it or its template is not set up. */
  noticeAccount: () => Promise<string | null>;
  /** Sends a notice; returns WeChat's number of it, by which the outcome is reported; null when the person does not follow the account. */
  sendNotice: (notice: TemplateNotice) => Promise<string | null>;
  /** The echo that proves the address is ours; null unless WeChat signed the request. */
  readEcho: (query: PushRequest['query']) => Promise<string | null>;
  /** Null unless WeChat signed it for this account. */
  readPush: (request: PushRequest) => Promise<Push | null>;
  /** A text reply to the sender of the message, encrypted when the message was. */
  writeReply: (push: Push, text: string) => Promise<string>;
};
