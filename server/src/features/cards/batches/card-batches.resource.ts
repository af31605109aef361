import { sql } from 'kysely';
import * as cardBatchesApi from '@kaike/shared/contracts/cards/card-batches';
import * as cardResults from '@kaike/shared/contracts/cards/card-results';
import * as cardPackages from '@kaike/shared/contracts/cards/card-packages';
import { cardBatches } from '@kaike/shared/resources/cards/card-batches';
import { route } from '../../../core/route.ts';
import { defineBehaviour, type ActionRun, type ActionResult } from '../../../kit/behaviour.ts';
import { previewBatches, spendCardLimit } from '../cards/public.ts';
import { closeBatches, releaseBatches, reopenBatches, voidBatches } from './batch-actions.ts';
import { getBatchResults } from './get-batch-results.ts';
import { getAgencyResults } from './get-agency-results.ts';
import { prepareBatch, startMaking } from './create-batch.ts';
import { assignBatch, redateBatch } from './edit-batch.ts';
import { exportSecrets } from './packages/export-secrets.ts';
import { packCards } from './cartons/pack-cards.ts';
import { getPackage } from './packages/get-package.ts';
import { downloadPackage } from './packages/download-package.ts';

const permission = 'admin.card-batches.export-secrets';

/** The action, refused for more cards than one user may change without approval. */
function limited<Run extends Pick<ActionRun<typeof cardBatches>, 'trx' | 'call' | 'rows'>>(
  name: string,
  run: (action: Run) => Promise<ActionResult>,
): (action: Run) => Promise<ActionResult> {
  return async (action) => {
    const { trx, call, rows } = action;
    const whole = rows.reduce((sum, row) => sum + row.quantity, 0);
    for (const row of rows)
      await spendCardLimit(trx, call.ctx, {
        user_id: call.actor.user_id,
        subject: `${name}:${row.id}`,
        count: row.quantity,
        whole,
      });
    return run(action);
  };
}

export const cardBatchesBehaviour = defineBehaviour(cardBatches, {
  beforeCreate: prepareBatch,
  afterCreate: startMaking,
  async extend(call, row) {
    const { rows } = await sql<{
      state: number;
      count: number;
    }>`select state, count(*)::int as count from cards where batch_id = ${row.id} group by state order by state`.execute(
      call.ctx.db,
    );
    const batch = await call.ctx.db
      .selectFrom('card_batches')
      .select('product_snapshot')
      .where('id', '=', row.id)
      .executeTakeFirstOrThrow();
    return { states: rows, product_snapshot: batch.product_snapshot };
  },
  actions: {
    release: releaseBatches,
    close: closeBatches,
    reopen: reopenBatches,
    void: limited('void-batch', voidBatches),
    redate: limited('redate-batch', redateBatch),
    assign: assignBatch,
  },
  dryRunNotes: {
    release: previewBatches('release'),
    void: previewBatches('void'),
    redate: previewBatches('redate'),
    assign: previewBatches('assign'),
  },
  routes: [
    route.admin(cardBatchesApi.exportSecrets, { permission, by_token: false, handler: exportSecrets }),
    route.admin(cardResults.getBatchResults, { permission: 'admin.card-batches.show', handler: getBatchResults }),
    route.admin(cardResults.getAgencyResults, { permission: 'admin.card-batches.list', handler: getAgencyResults }),
    route.admin(cardPackages.packCards, { permission, handler: packCards }),
    route.open(cardPackages.getPackage, { limit: { by: 'ip', max: 120, seconds: 600 }, handler: getPackage }),
    route.open(cardPackages.downloadPackage, { limit: { by: 'ip', max: 20, seconds: 600 }, handler: downloadPackage }),
  ],
});
