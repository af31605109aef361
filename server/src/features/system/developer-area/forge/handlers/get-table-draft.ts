import type * as codeGeneration from '@kaike/shared/contracts/system/code-generation';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AppError } from '../../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { describeTable } from '../find-table.ts';

export async function getTableDraft({
  ctx,
  params,
}: AdminCallOf<typeof codeGeneration.getTableDraft>): Promise<ResponseOf<typeof codeGeneration.getTableDraft>> {
  const draft = await describeTable(ctx.db, params.table);
  if (!draft) throw new AppError('developments.table');
  return { draft };
}
