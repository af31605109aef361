import type * as codeGeneration from '@kaike/shared/contracts/system/code-generation';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { writePlan, planChange } from '../generate.ts';

export const writeField = async ({
  ctx,
  params,
  body,
}: AdminCallOf<typeof codeGeneration.writeField>): Promise<ResponseOf<typeof codeGeneration.writeField>> =>
  writePlan(ctx, await planChange(ctx, params.name, body.draft), body);
