import { sql } from 'kysely';
import type * as cardCartons from '@kaike/shared/contracts/cards/card-cartons';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCall, ById } from '../../../../core/call.ts';
import { type CartonRow, cartonColumns, presentCarton } from './carton-row.ts';
import { findBatch } from '../packages/load-secrets.ts';

/** The cartons of a batch in the user's scope, in order. */
export async function listBatchCartons(
  call: AdminCall & ById,
): Promise<ResponseOf<typeof cardCartons.listBatchCartons>> {
  const { db } = call.ctx;
  const row = await findBatch(call);
  const [cartons, batch] = await Promise.all([
    sql<CartonRow>`select ${cartonColumns} from card_cartons k where k.batch_id = ${row.id} order by k.carton_no`.execute(
      db,
    ),
    sql<{
      snapshot: ProductSnapshot;
      agency: string;
      redeem_on_receipt: boolean;
    }>`select b.product_snapshot as snapshot, coalesce(a.name, '') as agency, b.redeem_on_receipt
      from card_batches b left join agencies a on a.id = b.agency_id where b.id = ${row.id}`.execute(db),
  ]);
  const [details] = batch.rows;
  assert(details, 'record.not_found');
  return {
    batch: {
      id: row.id,
      batch_no: row.batch_no,
      name: row.name,
      title: details.snapshot.title,
      agency: details.agency,
      redeem_on_receipt: details.redeem_on_receipt,
    },
    cartons: cartons.rows.map(presentCarton),
  };
}
