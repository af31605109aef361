import type { PayChannel } from '@kaike/shared/domain/order-status';

/** What the browser does to pay. */
export type Invoice =
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; code_url: string }
  | { kind: 'bridge'; params: Record<string, string> };

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
  client: 'wechat' | 'mobile' | 'desktop';
  ip: string;
  open_id: string | null;
};

/** A message of the channel whose signature was checked. `null` state: it is about something else, such as a refund. */
export type Notice = { trade_no: string; trade: TradeState | null; raw: unknown };
export type NoticeRequest = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer };
export type NoticeAnswer = { status: number; type: string; body: string };

export type RefundState = { state: 'done' | 'processing' | 'failed'; channel_refund_no: string | null; message: string };

/** A way to pay. Every call may be repeated with the same numbers and changes nothing the second time. */
export type PayProvider = {
  open: (trade: NewTrade) => Promise<Invoice>;
  query: (tradeNo: string) => Promise<TradeState>;
  close: (tradeNo: string) => Promise<void>;
  /** `total` is the whole payment. */
  refund: (given: { trade_no: string; refund_no: string; amount: number; total: number; reason: string }) => Promise<RefundState>;
  /** Throws `pay.bad_signature` unless the channel has signed it lately. */
  readNotice: (request: NoticeRequest) => Promise<Notice>;
  /** What makes the channel stop repeating a notice, or repeat it. */
  answer: { taken: NoticeAnswer; refused: NoticeAnswer };
};

/** The ways that are set up, each by its name; the sandbox only where nothing real is sold. */
export type PayChannels = {
  offered: () => Promise<PayChannel[]>;
  /** Null when that way is not set up. */
  find: (channel: PayChannel) => Promise<PayProvider | null>;
  /** The buyer's side of the sandbox; null where real money is taken. */
  sandbox: SandboxBank | null;
};

export type SandboxBank = {
  /** The buyer pays; false when it was paid or closed before. */
  pay: (tradeNo: string) => Promise<boolean>;
  /** The notice the sandbox would send of the trade as it is now, signed; `at` in place of now. */
  notice: (tradeNo: string, at?: Date) => Promise<NoticeRequest>;
};
