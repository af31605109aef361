import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Database } from '../../db/tables.ts';
import { AppError } from '../../core/app-error.ts';
import type { NewRefund, NoticeRequest, PayProvider, RefundState, SandboxBank, TradeState } from './port.ts';
import { isSigned, signMessage } from '../../core/messages/standard-webhook.ts';

type SandboxDeps = { db: Db; key: Buffer; clock: () => Date };
type Row = Selectable<Database['sandbox_trades']>;

const stateOf = (row: Row | undefined): TradeState => ({
  state: row ? (row.state === 'refunded' ? 'paid' : (row.state as TradeState['state'])) : 'unknown',
  channel_trade_no: row?.channel_trade_no ?? null,
  amount: row?.amount ?? null,
  currency: row ? 'CNY' : null,
  paid_at: row?.paid_at ?? null,
});

async function makeNotice(
  { db, key, clock }: SandboxDeps,
  tradeNo: string,
  at: Date = clock(),
): Promise<NoticeRequest> {
  const row = await db.selectFrom('sandbox_trades').selectAll().where('trade_no', '=', tradeNo).executeTakeFirst();
  const id = `msg_${randomBytes(12).toString('hex')}`;
  const seconds = Math.floor(at.getTime() / 1000);
  const body = JSON.stringify({ type: 'payment', data: { trade_no: tradeNo, ...stateOf(row) } });
  return {
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signMessage(key, { id, seconds, body }),
    },
    body: Buffer.from(body),
  };
}

/** Paying twice is one payment; a closed trade cannot be paid. */
async function pay({ db, clock }: SandboxDeps, tradeNo: string): Promise<boolean> {
  const paid = await db
    .updateTable('sandbox_trades')
    .set({ state: 'paid', paid_at: clock(), channel_trade_no: `SB${tradeNo}` })
    .where('trade_no', '=', tradeNo)
    .where('state', '=', 'pending')
    .returning('trade_no')
    .execute();
  return paid.length === 1;
}

async function readRefund(db: Db, refundNo: string): Promise<RefundState | null> {
  const row = await db.selectFrom('sandbox_refunds').selectAll().where('refund_no', '=', refundNo).executeTakeFirst();
  return row ? { state: 'done', channel_refund_no: `SBR${refundNo}`, message: '', amount: row.amount } : null;
}

/** Returns a part of a payment, once by its number, and never more than was paid. */
async function refund(trx: Db, { trade_no, refund_no, amount }: NewRefund): Promise<RefundState> {
  const row = await trx
    .selectFrom('sandbox_trades')
    .selectAll()
    .where('trade_no', '=', trade_no)
    .forUpdate()
    .executeTakeFirst();
  const earlier = await readRefund(trx, refund_no);
  if (earlier) return earlier;
  const failed = { state: 'failed', channel_refund_no: null, amount: null } as const;
  if (!row || (row.state !== 'paid' && row.state !== 'refunded'))
    return { ...failed, message: '沙箱中没有这笔已支付的交易' };
  const sum = row.refunded + amount;
  if (sum > row.amount) return { ...failed, message: '退款金额超过可退金额' };
  await trx.insertInto('sandbox_refunds').values({ refund_no, trade_no, amount }).execute();
  await trx
    .updateTable('sandbox_trades')
    .set({ state: sum === row.amount ? 'refunded' : 'paid', refunded: sum })
    .where('trade_no', '=', trade_no)
    .execute();
  return { state: 'done', channel_refund_no: `SBR${refund_no}`, message: '', amount };
}

type Message = { data: Omit<TradeState, 'paid_at'> & { trade_no: string; paid_at: string | null } };

/** A channel that takes no money, for development and tests: it records trades and signs notices like a real one. */
export function createSandbox(deps: SandboxDeps): { provider: PayProvider; bank: SandboxBank } {
  const { db, key, clock } = deps;
  const read = (tradeNo: string) =>
    db.selectFrom('sandbox_trades').selectAll().where('trade_no', '=', tradeNo).executeTakeFirst();
  const bank: SandboxBank = {
    pay: (tradeNo) => pay(deps, tradeNo),
    notice: (tradeNo, at) => makeNotice(deps, tradeNo, at),
  };
  const provider: PayProvider = {
    wants_open_id: () => false,
    async open({ trade_no, amount, title }) {
      await db
        .insertInto('sandbox_trades')
        .values({ trade_no, amount, title })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { kind: 'redirect', url: `/home/cashier/${trade_no}` };
    },
    query: async (tradeNo) => stateOf(await read(tradeNo)),
    async close(tradeNo) {
      await db
        .updateTable('sandbox_trades')
        .set({ state: 'closed' })
        .where('trade_no', '=', tradeNo)
        .where('state', '=', 'pending')
        .execute();
    },
    refund: (request) => db.transaction().execute((trx) => refund(trx, request)),
    queryRefund: ({ refund_no }) => readRefund(db, refund_no),
    readReturn: (params) => params['out_trade_no'] ?? '',
    async readNotice(request) {
      if (!isSigned(key, request, clock())) throw new AppError('pay.bad_signature');
      const raw = JSON.parse(request.body.toString('utf8')) as Message;
      const { trade_no, paid_at, ...trade } = raw.data;
      const id = [request.headers['webhook-id'] ?? ''].flat()[0] ?? '';
      return { id, trade_no, trade: { ...trade, paid_at: paid_at ? new Date(paid_at) : null }, refund: null, raw };
    },
    answer: {
      accepted: { status: 204, type: 'text/plain', body: '' },
      refused: ({ status, code }) => ({ status, type: 'text/plain', body: code }),
    },
  };
  return { provider, bank };
}
