import { sql } from 'kysely';
import type { ActionRun, ActionResult, ResourceBehaviour } from '../../kit/behaviour.ts';

/** The one thing that can change in the ledger; the operation log keeps what it was. */
async function remark({ trx, rows, input }: ActionRun): Promise<ActionResult> {
  await sql`update card_num_logs set remark = ${input['remark'] ?? ''} where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(
    trx,
  );
  return { changed: rows.length, failed: [] };
}

export const cardNumLogsBehaviour: ResourceBehaviour = { actions: { remark } };
