import type { cardRisks } from '@kaike/shared/resources/cards/card-risks';
import type { RiskEvidence } from '@kaike/shared/contracts/cards/card-risk';
import type { Translate } from '@kaike/shared/kit/wording';
import type { ShownRowOf } from '../../../kit/resource-view.ts';

type Row = ShownRowOf<typeof cardRisks>;

/** The finding in one sentence: who, how often, and compared with what. */
export function riskSentence(t: Translate, row: Row, story: RiskEvidence): string {
  const someone = t('card_control.risk.someone');
  return t(`card_control.risk.sentence.${String(row.rule)}`, {
    name: story.members[0]?.name || someone,
    ip: String(row.ip ?? ''),
    count: Number(row.score ?? 0),
    members: story.members.length,
    agency: story.agency?.name ?? '',
    area: story.agency?.area ?? '',
    usual: story.usual_per_hour ?? 0,
    of: story.of ?? 0,
    areas: story.areas.join(t('lists.and')),
  });
}
