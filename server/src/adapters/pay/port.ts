import type { PayChannel } from '@kaike/shared/domain/order-status';

/** What the browser does to pay. */
export type Invoice =
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; code_url: string }
  | { kind: 'bridge'; params: Record<string, string> };

/** Where the buyer is: inside the messenger, on a phone, or at a desk. */
export type PayClient = 'wechat' | 'mobile' | 'desktop';

export type TradeState = {
  state: 'pending' | 'paid' | 'closed' | 'unknown';
  channel_trade_no: string | null;
  /** Fen, as the channel has it. */
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
  /** The buyer at the messenger, where a channel wants it. */
  open_id: string | null;
  /** Path of the page the buyer comes back to. */
  return_path: string;
};

export type RefundState = {
  state: 'done' | 'processing' | 'failed';
  channel_refund_no: string | null;
  message: string;
  /** Fen; null when the channel does not say. */
  amount: number | null;
};

/**
 * A message of the channel whose signature was checked: how a payment stands, or a refund. `id` is the same when it is told
 * again. Both null: it is about something else.
 */
export type Notice = {
  id: string;
  trade_no: string;
  trade: TradeState | null;
  refund: (RefundState & { refund_no: string }) | null;
  raw: unknown;
};
export type NoticeRequest = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer };
export type NoticeAnswer = { status: number; type: string; body: string };

export type NewRefund = { trade_no: string; refund_no: string; amount: number; total: number; reason: string };

/** A way to pay. Every call may be repeated with the same numbers and changes nothing the second time. */
export type PayProvider = {
  /** Whether it needs to know who the buyer is at the messenger. */
  wants_open_id: (client: PayClient) => boolean;
  open: (trade: NewTrade) => Promise<Invoice>;
  query: (tradeNo: string) => Promise<TradeState>;
  close: (tradeNo: string) => Promise<void>;
  /** `total` is the whole payment. */
  refund: (refund: NewRefund) => Promise<RefundState>;
  /** Null when the channel does not know the refund. */
  queryRefund: (refund: Pick<NewRefund, 'trade_no' | 'refund_no'>) => Promise<RefundState | null>;
  /** Throws `pay.bad_signature` unless the channel has signed it lately, `pay.not_ours` when it is somebody else's. */
  readNotice: (request: NoticeRequest) => Promise<Notice>;
  /** Our number of the payment a buyer comes back from; throws `pay.bad_signature` where the channel signs that address and this is not it. */
  readReturn: (query: Readonly<Record<string, string>>) => string;
  /** What makes the channel stop repeating a notice, or repeat it. */
  answer: { taken: NoticeAnswer; refused: (error: { status: number; code: string }) => NoticeAnswer };
};

/** How a way to pay is set up; `missing` are the settings that are empty or unreadable. */
export type ChannelSetup = { channel: PayChannel; is_ready: boolean; missing: string[] };

/** The ways that are set up, each by its name; the sandbox only where nothing real is sold. */
export type PayChannels = {
  /** Those that work where the buyer is. */
  offered: (client: PayClient) => Promise<PayChannel[]>;
  /** Null when that way is not set up. */
  find: (channel: PayChannel) => Promise<PayProvider | null>;
  setups: () => Promise<ChannelSetup[]>;
  /** The buyer's side of the sandbox; null where real money is taken. */
  sandbox: SandboxBank | null;
};

export type SandboxBank = {
  /** The buyer pays; false when it was paid or closed before. */
  pay: (tradeNo: string) => Promise<boolean>;
  /** The notice the sandbox would send of the trade as it is now, signed; `at` in place of now. */
  notice: (tradeNo: string, at?: Date) => Promise<NoticeRequest>;
};
