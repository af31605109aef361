import type { HealthFinding } from '@kaike/shared/contracts/health';
import * as health from '@kaike/shared/contracts/health';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import type { Context } from '../../../core/context.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { examineRunning, repairs } from '../../doctor/public.ts';

const order = { fail: 0, warn: 1, ok: 2 };

/** The worst first. */
async function readFindings(ctx: Context): Promise<HealthFinding[]> {
  const findings = await examineRunning(ctx);
  return findings
    .map(({ level, text, fix = null, repair = null }) => ({ level, text, fix, repair }))
    .toSorted((left, right) => order[left.level] - order[right.level]);
}

export const showHealth = async ({
  ctx,
}: AdminCallOf<typeof health.checkHealth>): Promise<ResponseOf<typeof health.checkHealth>> => ({
  findings: await readFindings(ctx),
});

export async function repairFinding(
  call: AdminCallOf<typeof health.repairHealth>,
): Promise<ResponseOf<typeof health.repairHealth>> {
  const { ctx, body } = call;
  const name = health.repairNames.find((one) => one === body.repair);
  const before = (await readFindings(ctx)).find(({ repair }) => repair === name);
  assert(name && before, 'request.not_found');
  await repairs[name](ctx);
  await ctx.db.transaction().execute((trx) =>
    writeLog(trx, call, {
      resource: 'developments',
      action: 'repair',
      record_title: name,
      before: { text: before.text },
    }),
  );
  return { findings: await readFindings(ctx) };
}
