import type { cardBatches } from '@kaike/shared/resources/cards/card-batches';
import { batchState, type BatchState } from '@kaike/shared/domain/cards/batch-state';
import type { CardState } from '@kaike/shared/domain/cards/card-state';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import { request } from '../../../api/client.ts';
import type { ShownRowOf } from '../../../kit/resource-view.ts';

type Row = ShownRowOf<typeof cardBatches>;

export type BatchRow = Row & {
  name: string;
  batch_no: string;
  state: BatchState;
  moving: string;
  quantity: number;
  made_count: number;
  activated_count: number;
  redeem_start_at: string | null;
  redeem_end_at: string | null;
  /** Only on the batch's own page. */
  states?: { state: CardState; count: number }[];
  product_snapshot?: ProductSnapshot;
};

/** Polling interval while a job works on the batch. */
export const pollMs = 1000;

/** Whether a job is working on the batch. */
export function isBusy(row: Row): boolean {
  return row.state === batchState.making || Boolean(row.moving);
}

export async function fetchBatch(id: number): Promise<BatchRow> {
  return ((await request('GET', `/admin/card-batches/${id}`)) as { row: BatchRow }).row;
}
