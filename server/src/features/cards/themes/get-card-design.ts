import type * as cardThemesApi from '@kaike/shared/contracts/cards/card-themes';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCall, ById } from '../../../core/call.ts';
import { designOf, plainLayout } from './card-design.ts';
import { findTheme, sampleOf } from './sample-card.ts';

/** The data of the card designer. */
export async function getCardDesign(call: AdminCall & ById): Promise<ResponseOf<typeof cardThemesApi.getCardDesign>> {
  const theme = await findTheme(call);
  const design = designOf(theme);
  const { id, name, version, cover_front: front, cover_back: back } = theme;
  return {
    theme: { id, name, version: version ?? 0, cover_front: front, cover_back: back },
    layout: design.layout,
    plain: plainLayout(theme),
    is_drawn: design.is_drawn,
    sample: await sampleOf(call, design),
  };
}
