import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { orderStatus, tradeStatus, type PayChannel } from '@kaike/shared/domain/commerce/order-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AdapterError } from '../../../../core/adapter-error.ts';
import type { Invoice, PayClient } from '../../../../adapters/pay/port.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { addJob, jobPriority } from '../../../../core/job.ts';
import { openIdOf, whoAmIPath } from '../../../people/identities/public.ts';
import { clientOf, isForBuyer } from '../buyer-client.ts';
import { lockOrder, type PayOrder, type Trade } from '../orders/orders.store.ts';

/** Seconds after opening a payment at which the channel is queried, in case its notice is lost. */
export const checkAfterSec = [5, 30, 60, 300, 600, 1500] as const;

type PayCall = MemberCallOf<typeof payOrders.payOrder>;

function present(invoice: Invoice, tradeNo: string): ResponseOf<typeof payOrders.payOrder> {
  const url = invoice.kind === 'redirect' ? invoice.url : invoice.kind === 'qr' ? invoice.code_url : '';
  return { kind: invoice.kind, url, params: invoice.kind === 'bridge' ? invoice.params : {}, trade_no: tradeNo };
}

/** The open attempt at the channel for this client, or a new one: a channel needs a separate trade number per kind of client. */
async function openTrade(call: PayCall, client: PayClient): Promise<{ trade: Trade; order: PayOrder }> {
  const { ctx } = call;
  const now = ctx.clock();
  const { channel } = call.body;
  return ctx.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, call.params.id);
    assert(order && order.member_id === call.actor.member.id, 'record.not_found');
    assert(order.status === orderStatus.pending, 'order.state');
    assert(order.expire_at && order.expire_at > now, 'order.over');
    const trades = await trx
      .selectFrom('pay_trades')
      .selectAll()
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute();
    const open = trades.find(
      (one) => one.status === tradeStatus.created && one.channel === channel && one.client === client,
    );
    if (open) return { trade: open, order };
    const trade = await trx
      .insertInto('pay_trades')
      .values({
        order_id: order.id,
        trade_no: `${order.order_no}T${trades.length + 1}`,
        channel,
        client,
        amount: order.payable,
        status: tradeStatus.created,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await addJob(
      trx,
      'check_payment',
      { trade_id: trade.id, round: 0 },
      {
        key: `check_payment:${trade.id}`,
        run_at: new Date(now.getTime() + checkAfterSec[0] * 1000),
        priority: jobPriority.first,
      },
    );
    return { trade, order };
  });
}

const returnPath = (orderId: number, channel: PayChannel): string => `/home/pay-orders/${orderId}?back_from=${channel}`;

/** Opens a payment, or returns the one already open at the same channel, so that pressing twice pays once. */
export async function payOrder(call: PayCall): Promise<ResponseOf<typeof payOrders.payOrder>> {
  const {
    ctx,
    body: { channel },
  } = call;
  const client = clientOf(call);
  const [provider, offered] = await Promise.all([ctx.adapters.pay.find(channel), ctx.adapters.pay.offered(client)]);
  assert(provider && offered.includes(channel) && isForBuyer(call, channel), 'pay.channel_off');
  const openId = await openIdOf(call);
  // The messenger must identify the payer first; it redirects back to this page.
  if (provider.wants_open_id(client) && !openId) {
    return present({ kind: 'redirect', url: whoAmIPath(`/home/pay-orders/${call.params.id}?pay=${channel}`) }, '');
  }
  const { trade, order } = await openTrade(call, client);
  try {
    // Outside the transaction: a slow channel must not hold a lock. The same number opens the same payment there.
    const invoice = await provider.open({
      trade_no: trade.trade_no,
      amount: trade.amount,
      title: order.product_snapshot.title,
      expire_at: order.expire_at ?? ctx.clock(),
      client,
      ip: call.ip,
      open_id: openId,
      return_path: returnPath(order.id, channel),
    });
    return present(invoice, trade.trade_no);
  } catch (cause) {
    if (!(cause instanceof AdapterError)) throw cause;
    ctx.log.warn({ channel, err: cause, order_no: order.order_no }, 'a payment could not be opened');
    throw new AppError('pay.channel_failed', { cause });
  }
}
