import type { Statement } from '@kaike/shared/contracts/agencies';
import type * as agencies from '@kaike/shared/contracts/agencies';
import { agencies as agenciesResource } from '@kaike/shared/resources/agencies';
import type { AdminCallOf } from '../../../../core/call.ts';
import { showRow } from '../../../../kit/read/read-rows.ts';
import { readStatement } from '../statement.read.ts';

/** The statement of one agency in the reader's scope, from one snapshot so that opening, moves and closing agree. */
export async function getStatement(call: AdminCallOf<typeof agencies.getStatement>): Promise<Statement> {
  const { ctx, actor, params, query } = call;
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const row = await showRow({ db: trx, actor, resource: ctx.resources.of(agenciesResource) }, params.id);
      return readStatement(call, trx, row, query);
    });
}
