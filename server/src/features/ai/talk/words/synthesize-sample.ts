import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../core/call.ts';
import { speakPerson } from './synthesize.ts';

export const synthesizeSample = ({
  ctx,
  actor,
  params,
}: MemberCallOf<typeof aiTalk.synthesizeSample>): Promise<ResponseOf<typeof aiTalk.synthesizeSample>> =>
  speakPerson(ctx, params.id, { member_id: actor.member.id });
