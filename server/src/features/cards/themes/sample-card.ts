import type * as cardThemesApi from '@kaike/shared/contracts/cards/card-themes';
import type { RowOf } from '../../../kit/behaviour.ts';
import { formatSecret } from '@kaike/shared/domain/cards/card-secret';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { cardThemes } from '@kaike/shared/resources/cards/card-themes';
import type { AdminCall, ById } from '../../../core/call.ts';
import { translatorOf } from '../../../core/wording.ts';
import { loadRow } from '../../../kit/read/load-rows.ts';
import { validityOf } from './card-data.ts';
import type { DrawnDesign } from './card-design.ts';

/** Not a valid secret: its check symbol is wrong. */
const sampleSecret = 'KAKE2345ABCD6789';
const sampleDays = 365;

export function findTheme(call: AdminCall & ById): Promise<RowOf<typeof cardThemes>> {
  return loadRow({ db: call.ctx.db, actor: call.actor, resource: call.ctx.resources.of(cardThemes) }, call.params.id);
}

export async function sampleOf(
  call: AdminCall,
  design: DrawnDesign,
): Promise<ResponseOf<typeof cardThemesApi.getCardDesign>['sample']> {
  const { ctx, origin } = call;
  const end = new Date(ctx.clock().getTime() + sampleDays * 86_400_000);
  return {
    serial: 'KK2600010001',
    secret: formatSecret(sampleSecret),
    product: translatorOf(design.locale)('card_face.sample_product'),
    school: await ctx.settings.get('school_name'),
    validity: validityOf(end, design) ?? '',
    link: `${origin}/home/cards/use-card?code=${sampleSecret}`,
  };
}
