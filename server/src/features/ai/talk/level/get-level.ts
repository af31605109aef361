import type { Level } from '@kaike/shared/contracts/ai/ai-level';
import { estimateLevel, stepName, talksMissing } from '@kaike/shared/domain/ai/learner/level';
import type { MemberCall } from '../../../../core/call.ts';
import { loadFacts, findChosen } from './find-level.ts';

export async function getLevel({ ctx, actor }: MemberCall): Promise<Level> {
  const facts = await loadFacts(ctx.db, actor.member.id);
  const estimate = estimateLevel(facts);
  return {
    estimate: estimate && {
      level: stepName(estimate.level),
      low: stepName(estimate.low),
      high: stepName(estimate.high),
      talks: estimate.talks,
    },
    talks_missing: talksMissing(facts),
    chosen: await findChosen(ctx.db, actor.member.id),
  };
}
