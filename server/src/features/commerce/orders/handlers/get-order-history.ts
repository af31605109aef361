import type * as payOrdersApi from '@kaike/shared/contracts/commerce/pay-orders';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { payOrders } from '@kaike/shared/resources/commerce/pay-orders';
import type { AdminCall, ById } from '../../../../core/call.ts';
import { loadRow } from '../../../../kit/read/load-rows.ts';

const text = (moment: Date | null): string | null => moment?.toISOString() ?? null;

export async function getOrderHistory(
  call: AdminCall & ById,
): Promise<ResponseOf<typeof payOrdersApi.getOrderHistory>> {
  const { db, resources } = call.ctx;
  // Checks that the order is in the user's scope.
  const { id } = await loadRow({ db, actor: call.actor, resource: resources.of(payOrders) }, call.params.id);
  const [trades, refunds, history] = await Promise.all([
    db
      .selectFrom('pay_trades')
      .select([
        'id',
        'trade_no',
        'channel',
        'channel_trade_no',
        'amount',
        'status',
        'notify_count',
        'created_at',
        'paid_at',
      ])
      .where('order_id', '=', id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('pay_refunds as f')
      .leftJoin('users as u', 'u.id', 'f.operator_id')
      .select([
        'f.id',
        'f.refund_no',
        'f.amount',
        'f.status',
        'f.reason',
        'f.answer',
        'f.access',
        'f.manual',
        'f.channel_refund_no',
        'f.created_at',
        'f.done_at',
        'u.name as operator',
      ])
      .where('f.order_id', '=', id)
      .orderBy('f.id')
      .execute(),
    db
      .selectFrom('pay_order_logs')
      .select(['id', 'action', 'from_status', 'to_status', 'operator', 'remark', 'created_at'])
      .where('order_id', '=', id)
      .orderBy('id')
      .execute(),
  ]);
  return {
    trades: trades.map((row) => ({ ...row, created_at: row.created_at.toISOString(), paid_at: text(row.paid_at) })),
    refunds: refunds.map((row) => ({
      ...row,
      operator: row.operator ?? '',
      created_at: row.created_at.toISOString(),
      done_at: text(row.done_at),
    })),
    history: history.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
  };
}
