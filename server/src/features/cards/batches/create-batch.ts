import { sql } from 'kysely';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import type { cardBatches } from '@kaike/shared/resources/cards/card-batches';
import { AppError } from '../../../core/app-error.ts';
import { addJob, jobPriority } from '../../../core/job.ts';
import type { RowOf, Values, Write } from '../../../kit/behaviour.ts';
import { findEndFailure } from '../../../kit/fields/check-span.ts';
import { checkMaySell, payForBatch } from '../../agencies/agencies/public.ts';
import { createSnapshot } from '../../commerce/products/public.ts';

function checkTimes({ redeem_start_at: start, redeem_end_at: end }: Values, now: Date): FieldFailures {
  const failure = findEndFailure(end as string | null, { start: start as string | null, now });
  return failure ? { redeem_end_at: [failure] } : {};
}

/** The requested theme if it is enabled, or the default one. */
async function findTheme({ trx }: Write, themeId: unknown): Promise<number | null | undefined> {
  const condition = themeId ? sql`id = ${themeId}` : sql`is_default`;
  const { rows } = await sql<{
    id: number;
  }>`select id from card_themes where ${condition} and deleted_at is null and status = ${switchStatus.on}`.execute(trx);
  return rows[0]?.id ?? (themeId ? undefined : null);
}

async function nextNumber({ trx, call }: Write): Promise<{ id: number; batch_no: string }> {
  const { rows } = await sql<{
    id: number;
  }>`select nextval(pg_get_serial_sequence('card_batches', 'id')) as id`.execute(trx);
  const id = Number(rows[0]?.id);
  const day = formatDateTime(call.ctx.clock(), { format: 'yyyyMMdd' });
  return { id, batch_no: `${day}${String(id).padStart(4, '0')}` };
}

/** Completes a new batch: number, theme, the agency that pays, and a snapshot of the product. */
export async function prepareBatch(write: Write, values: Values): Promise<Values> {
  const { trx, call } = write;
  const now = call.ctx.clock();
  const agencyId = (values.agency_id ?? call.actor.admin.agency?.id ?? null) as number | null;
  const themeId = await findTheme(write, values.theme_id);
  const failures = {
    ...checkTimes(values, now),
    ...(themeId === undefined ? { theme_id: [{ rule: 'in', params: [] }] } : {}),
  };
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
  const productId = Number(values.product_id);
  const snapshot = await createSnapshot(trx, productId, 'product_id');
  if (agencyId !== null)
    await checkMaySell(trx, { agency_id: agencyId, product_id: productId, quantity: Number(values.quantity), now });
  return {
    ...values,
    ...(await nextNumber(write)),
    agency_id: agencyId,
    theme_id: themeId ?? null,
    product_snapshot: JSON.stringify(snapshot),
  };
}

/** Charges the quota of the batch once; the job that makes the cards starts when the transaction commits. */
export async function startMaking({ trx, call }: Write, row: RowOf<typeof cardBatches>): Promise<void> {
  await payForBatch(trx, {
    agency_id: row.agency_id,
    batch_id: row.id,
    quantity: Number(row.quantity),
    operator_id: call.actor.user_id,
    now: call.ctx.clock(),
    secrets: call.ctx.secrets,
  });
  await addJob(trx, 'make-cards', { batch_id: row.id }, { key: `make-cards:${row.id}`, priority: jobPriority.first });
}
