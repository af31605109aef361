import { sql, type Selectable, type Updateable } from 'kysely';
import { orderActions, type OrderStatus } from '@kaike/shared/domain/commerce/order-status';
import { allows } from '@kaike/shared/domain/status';
import type { Db } from '../../../../db/pool.ts';
import type { Database } from '../../../../db/tables.ts';

export type PayOrder = Selectable<Database['pay_orders']>;
export type Trade = Selectable<Database['pay_trades']>;
/** What a step reads of a locked order. */
export type OrderState = Pick<PayOrder, 'id' | 'status'>;
type Action = keyof typeof orderActions;

/** The order, locked until the transaction ends; undefined when there is none. */
export function lockOrder(trx: Db, id: number): Promise<PayOrder | undefined> {
  return trx.selectFrom('pay_orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type Step = {
  action: Action | 'decline_refund' | 'withdraw_refund' | 'note';
  to: OrderStatus;
  set?: Updateable<Database['pay_orders']>;
  operator?: string;
  remark?: string;
  now: Date;
};

/** Writes a step of a locked order to its log and updates the order. */
export async function writeStep(
  trx: Db,
  order: OrderState,
  { action, to, set, operator, remark, now }: Step,
): Promise<PayOrder> {
  await trx
    .insertInto('pay_order_logs')
    .values({
      order_id: order.id,
      action,
      from_status: order.status,
      to_status: to,
      operator: operator ?? '',
      remark: remark ?? '',
      created_at: now,
    })
    .execute();
  return trx
    .updateTable('pay_orders')
    .set({ ...set, status: to, updated_at: now, version: sql`version + 1` })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves a locked order by the transition table; null when its status does not allow the action. */
export async function moveOrder(
  trx: Db,
  order: OrderState,
  step: Omit<Step, 'to' | 'action'> & { action: Action },
): Promise<PayOrder | null> {
  if (!allows(orderActions, step.action, order.status)) return null;
  return writeStep(trx, order, { ...step, to: orderActions[step.action].to });
}
