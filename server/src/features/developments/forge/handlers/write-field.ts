import type * as codeGeneration from '@kaike/shared/contracts/code-generation';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../../core/call.ts';
import { write, planChange } from '../generate.ts';

export const writeField = async ({
  ctx,
  params,
  body,
}: AdminCallOf<typeof codeGeneration.writeField>): Promise<ResponseOf<typeof codeGeneration.writeField>> =>
  write(ctx, await planChange(ctx, params.name, body.draft), body);
