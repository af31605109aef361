import type { HealthFinding } from '@kaike/shared/contracts/system/health';
import type { Context } from '../../../../core/context.ts';
import { examineRunning } from '../../doctor/public.ts';

const order = { fail: 0, warn: 1, ok: 2 };

/** The worst first. */
export async function loadFindings(ctx: Context): Promise<HealthFinding[]> {
  const findings = await examineRunning(ctx);
  return findings
    .map(({ level, text, fix = null, repair = null }) => ({ level, text, fix, repair }))
    .toSorted((left, right) => order[left.level] - order[right.level]);
}
