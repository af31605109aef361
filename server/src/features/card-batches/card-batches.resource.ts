import { sql } from 'kysely';
import * as cardBatchesApi from '@kaike/shared/contracts/card-batches';
import * as cardResults from '@kaike/shared/contracts/card-results';
import * as cardPackages from '@kaike/shared/contracts/card-packages';
import { cardBatches } from '@kaike/shared/resources/card-batches';
import { route } from '../../core/route.ts';
import { defineBehaviour, type ActionRun, type ActionResult } from '../../kit/behaviour.ts';
import { previewBatches, spendCardLimit } from '../cards/public.ts';
import { closeBatches, releaseBatches, reopenBatches, voidBatches } from './batch-actions.ts';
import { agencyResults, batchResults } from './batch-results.read.ts';
import { prepareBatch, startMaking } from './create-batch.ts';
import { assignBatch, redateBatch } from './edit-batch.ts';
import { exportBatchSecrets } from './packages/export-secrets.ts';
import { packBatch } from './cartons/pack-cards.ts';
import { readPackage } from './packages/show-package.read.ts';
import { takePackage } from './packages/take-package.ts';

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
    route.admin(cardBatchesApi.exportSecrets, { permission, by_token: false, handler: exportBatchSecrets }),
    route.admin(cardResults.getBatchResults, { permission: 'admin.card-batches.show', handler: batchResults }),
    route.admin(cardResults.getAgencyResults, { permission: 'admin.card-batches.list', handler: agencyResults }),
    route.admin(cardPackages.packCards, { permission, handler: packBatch }),
    route.open(cardPackages.getPackage, { limit: { by: 'ip', max: 120, seconds: 600 }, handler: readPackage }),
    route.open(cardPackages.downloadPackage, { limit: { by: 'ip', max: 20, seconds: 600 }, handler: takePackage }),
  ],
});
