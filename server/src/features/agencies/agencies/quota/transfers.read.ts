import { sql } from 'kysely';
import type { Transfer } from '@kaike/shared/contracts/agencies/agencies';
import { transferOptions } from '@kaike/shared/domain/agencies/quota-transfer';
import type { AdminCall } from '../../../../core/call.ts';

const maxShown = 50;

type Row = Omit<Transfer, 'created_at' | 'undo_until' | 'may_answer' | 'may_undo'> & {
  created_at: Date;
  undo_until: Date;
};

function present({ created_at: at, undo_until: until, ...row }: Row, now: Date): Transfer {
  const may = transferOptions({ state: row.state, undo_until: until }, now);
  return {
    ...row,
    created_at: at.toISOString(),
    undo_until: until.toISOString(),
    may_answer: !row.is_mine && may.may_answer,
    may_undo: row.is_mine && may.may_undo,
  };
}

/** Offers from and to one agency; the other side is named because both took part. */
export async function loadTransfers(call: AdminCall, agencyId: number): Promise<{ data: Transfer[] }> {
  const { rows } =
    await sql<Row>`select t.id, t.from_agency_id = ${agencyId} as is_mine, g.name as other, t.amount, t.state, t.remark, t.created_at, t.undo_until
    from (select * from quota_transfers where from_agency_id = ${agencyId} union all select * from quota_transfers where to_agency_id = ${agencyId}) t
      join agencies g on g.id = case when t.from_agency_id = ${agencyId} then t.to_agency_id else t.from_agency_id end
    order by t.id desc limit ${maxShown}`.execute(call.ctx.db);
  const now = call.ctx.clock();
  return { data: rows.map((row) => present(row, now)) };
}
