import type { PayChannel } from '@kaike/shared/domain/commerce/order-status';

/** How the browser continues to the payment. */
export type Invoice =
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; code_url: string }
  | { kind: 'bridge'; params: Record<string, string> };

/** The buyer's browser: inside WeChat, on a phone, or on a desktop. */
export type PayClient = 'wechat' | 'mobile' | 'desktop';

export type TradeState = {
  state: 'pending' | 'paid' | 'closed' | 'unknown';
  channel_trade_no: string | null;
  /** Fen, as reported by the channel. */
  amount: number | null;
  currency: string | null;
  paid_at: Date | null;
};

export type NewTrade = {
  trade_no: string;
  /** Fen. */
  amount: number;
  title: string;
  expire_at: Date;
  client: PayClient;
  ip: string;
  /** The buyer's WeChat id, where the channel requires it. */
  open_id: string | null;
  /** Path of the page the buyer returns to. */
  return_path: string;
};

export type RefundState = {
  state: 'done' | 'processing' | 'failed';
  channel_refund_no: string | null;
  message: string;
  /** Fen; null when the channel does not report it. */
  amount: number | null;
};

/**
 * A verified message from the channel: the state of a payment or a refund. `id` stays the same when it is repeated. Both
 * null: it is about something else.
 */
export type PayNotice = {
  id: string;
  trade_no: string;
  trade: TradeState | null;
  refund: (RefundState & { refund_no: string }) | null;
  raw: unknown;
};
export type NoticeRequest = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer };
export type NoticeAnswer = { status: number; type: string; body: string };

export type NewRefund = { trade_no: string; refund_no: string; amount: number; total: number; reason: string };

/** A payment channel. Every call is idempotent for the same numbers. */
export type PayProvider = {
  /** Whether it needs the buyer's WeChat id. */
  wants_open_id: (client: PayClient) => boolean;
  open: (trade: NewTrade) => Promise<Invoice>;
  query: (tradeNo: string) => Promise<TradeState>;
  close: (tradeNo: string) => Promise<void>;
  /** `total` is the whole payment. */
  refund: (refund: NewRefund) => Promise<RefundState>;
  /** Null when the channel does not know the refund. */
  queryRefund: (refund: Pick<NewRefund, 'trade_no' | 'refund_no'>) => Promise<RefundState | null>;
  /** Throws `pay.bad_signature` unless the channel signed it recently, `pay.unknown_key` when by a key the settings lack, `pay.unknown_charset` when its text is in no known encoding, `pay.not_ours` when it belongs to another merchant. */
  readNotice: (request: NoticeRequest) => Promise<PayNotice>;
  /** Our trade number from the return address; throws `pay.bad_signature` where the channel signs that address and the signature is invalid. */
  readReturn: (query: Readonly<Record<string, string>>) => string;
  /** Responses that make the channel stop repeating a notice, or repeat it. */
  answer: { accepted: NoticeAnswer; refused: (error: { status: number; code: string }) => NoticeAnswer };
};

/** Setup of a payment channel; `missing` lists settings that are empty or unreadable. */
export type ChannelSetup = { channel: PayChannel; is_ready: boolean; missing: string[] };

/** A channel a school has an account at. */
export type VendorChannel = Exclude<PayChannel, 'sandbox'>;

/** What the test of a channel proved: `keys` everything it can, `signer_unknown` all but whose signature responses have. */
export type ChannelTest = 'keys' | 'signer_unknown';

/** The configured channels by name; the sandbox only outside production. */
export type PayChannels = {
  /** Channels that work in the buyer's browser. */
  offered: (client: PayClient) => Promise<PayChannel[]>;
  /** Null when the channel is not set up. */
  find: (channel: PayChannel) => Promise<PayProvider | null>;
  setups: () => Promise<ChannelSetup[]>;
  /** Whether the school can be paid by any channel. */
  isReady: () => Promise<boolean>;
  /** Has the channel check the account by querying a payment that does not exist; the channel must be ready. */
  test: (channel: VendorChannel) => Promise<ChannelTest>;
  /** The buyer's side of the sandbox; null in production. */
  sandbox: SandboxBank | null;
};

export type SandboxBank = {
  /** Pays as the buyer; false when the trade is already paid or closed. */
  pay: (tradeNo: string) => Promise<boolean>;
  /** The signed notice the sandbox would send for the trade in its current state; `at` overrides the time. */
  notice: (tradeNo: string, at?: Date) => Promise<NoticeRequest>;
};
