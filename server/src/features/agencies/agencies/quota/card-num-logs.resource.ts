import { sql } from 'kysely';
import { cardNumLogs } from '@kaike/shared/resources/agencies/card-num-logs';
import { defineBehaviour, type ActionRun, type ActionResult } from '../../../../kit/behaviour.ts';

/** The only ledger field that can change; the operation log keeps the old value. */
async function remark({ trx, rows, input }: ActionRun<typeof cardNumLogs, 'remark'>): Promise<ActionResult> {
  await sql`update card_num_logs set remark = ${input.remark ?? ''} where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(
    trx,
  );
  return { changed: rows.length, failed: [] };
}

export const cardNumLogsBehaviour = defineBehaviour(cardNumLogs, { actions: { remark } });
