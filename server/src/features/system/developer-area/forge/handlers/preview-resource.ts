import type * as codeGeneration from '@kaike/shared/contracts/system/code-generation';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { presentPlan, planNew } from '../generate.ts';

export const previewResource = async ({
  ctx,
  body,
}: AdminCallOf<typeof codeGeneration.previewResource>): Promise<ResponseOf<typeof codeGeneration.previewResource>> =>
  presentPlan(await planNew(ctx, body.draft));
