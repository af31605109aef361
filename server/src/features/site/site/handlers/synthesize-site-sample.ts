import type * as site from '@kaike/shared/contracts/site/site';
import { speakPerson } from '../../../ai/talk/public.ts';
import type { CallOf } from '../../../../core/call.ts';

export function synthesizeSiteSample({ ctx, params }: CallOf<typeof site.synthesizeSiteSample>) {
  return speakPerson(ctx, params.id, null);
}
