import type * as codeGeneration from '@kaike/shared/contracts/system/code-generation';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { presentPlan, planChange } from '../generate.ts';

export const previewField = async ({
  ctx,
  params,
  body,
}: AdminCallOf<typeof codeGeneration.previewField>): Promise<ResponseOf<typeof codeGeneration.previewField>> =>
  presentPlan(await planChange(ctx, params.name, body.draft));
