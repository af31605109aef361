import type { payOrder as contract } from '@kaike/shared/contracts/pay-orders';
import { orderStatus, tradeStatus } from '@kaike/shared/domain/order-status';
import type { ProductSnapshot } from '@kaike/shared/domain/product-snapshot';
import type { AnswerOf, BodyOf } from '@kaike/shared/kit/contract';
import type { Invoice } from '../../adapters/pay/port.ts';
import { assert } from '../../http/app-error.ts';
import type { Call, MemberCall } from '../../http/route.ts';
import { addJob } from '../../jobs/job.ts';
import { lockOrder } from './orders.store.ts';

/** Seconds after opening a payment at which the channel is asked, in case its notice is lost. */
export const checkAfterSec = [30, 60, 300, 600, 1500] as const;

function clientOf(call: Call): 'wechat' | 'mobile' | 'desktop' {
  const agent = String(call.request.headers['user-agent'] ?? '');
  if (/MicroMessenger/i.test(agent)) return 'wechat';
  return /Android|iPhone|iPad|Mobile/i.test(agent) ? 'mobile' : 'desktop';
}

function present(invoice: Invoice, tradeNo: string): AnswerOf<typeof contract> {
  const url = invoice.kind === 'redirect' ? invoice.url : invoice.kind === 'qr' ? invoice.code_url : '';
  return { kind: invoice.kind, url, params: invoice.kind === 'bridge' ? invoice.params : {}, trade_no: tradeNo };
}

/** Opens a payment, or gives again the one that is open at the same channel: pressing twice pays once. */
export async function payOrder(call: MemberCall<BodyOf<typeof contract>>): Promise<AnswerOf<typeof contract>> {
  const { ctx } = call;
  const now = ctx.clock();
  const provider = await ctx.adapters.pay.find(call.body.channel);
  assert(provider, 'pay.channel_off');
  const { trade, order } = await ctx.db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, Number(call.params['id']));
    assert(locked && locked.member_id === call.actor.member.id, 'record.not_found');
    assert(locked.status === orderStatus.pending, 'order.state');
    assert(locked.expire_at && locked.expire_at > now, 'order.over');
    const trades = await trx.selectFrom('pay_trades').selectAll().where('order_id', '=', locked.id).orderBy('id').execute();
    const open = trades.find((one) => one.status === tradeStatus.created && one.channel === call.body.channel);
    const made = open ?? await trx.insertInto('pay_trades').values({
      order_id: locked.id, trade_no: `${locked.order_no}T${trades.length + 1}`, channel: call.body.channel, amount: locked.payable, status: tradeStatus.created, created_at: now,
    }).returningAll().executeTakeFirstOrThrow();
    if (!open) await addJob(trx, 'check_payment', { trade_id: made.id, round: 0 }, { key: `check_payment:${made.id}`, run_at: new Date(now.getTime() + checkAfterSec[0] * 1000) });
    return { trade: made, order: locked };
  });
  // Outside the transaction: a slow channel must hold no lock. The same number opens the same payment there.
  const invoice = await provider.open({
    trade_no: trade.trade_no, amount: trade.amount, title: (order.product_snapshot as ProductSnapshot).title, expire_at: order.expire_at ?? now, client: clientOf(call), ip: call.ip, open_id: null,
  });
  return present(invoice, trade.trade_no);
}
