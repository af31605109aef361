import type * as codeGeneration from '@kaike/shared/contracts/system/code-generation';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { writePlan, planNew } from '../generate.ts';

export const writeResource = async ({
  ctx,
  body,
}: AdminCallOf<typeof codeGeneration.writeResource>): Promise<ResponseOf<typeof codeGeneration.writeResource>> =>
  writePlan(ctx, await planNew(ctx, body.draft), body);
