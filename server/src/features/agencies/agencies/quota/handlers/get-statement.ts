import type { Statement } from '@kaike/shared/contracts/agencies/agencies';
import type * as agencies from '@kaike/shared/contracts/agencies/agencies';
import { agencies as agenciesResource } from '@kaike/shared/resources/agencies/agencies';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { loadRow } from '../../../../../kit/read/load-rows.ts';
import { loadStatement } from '../statement.read.ts';

/** The statement of one agency in the reader's scope, from one snapshot so that opening, moves and closing agree. */
export async function getStatement(call: AdminCallOf<typeof agencies.getStatement>): Promise<Statement> {
  const { ctx, actor, params, query } = call;
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const row = await loadRow({ db: trx, actor, resource: ctx.resources.of(agenciesResource) }, params.id);
      return loadStatement(call, trx, row, query);
    });
}
