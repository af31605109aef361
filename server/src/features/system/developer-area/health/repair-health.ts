import * as health from '@kaike/shared/contracts/system/health';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { repairs } from '../../doctor/public.ts';
import { loadFindings } from './health.ts';

export async function repairHealth(
  call: AdminCallOf<typeof health.repairHealth>,
): Promise<ResponseOf<typeof health.repairHealth>> {
  const { ctx, body } = call;
  const name = health.repairNames.find((one) => one === body.repair);
  const before = (await loadFindings(ctx)).find(({ repair }) => repair === name);
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
  return { findings: await loadFindings(ctx) };
}
