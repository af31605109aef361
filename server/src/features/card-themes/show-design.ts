import * as cardThemesApi from '@kaike/shared/contracts/card-themes';
import type { RowOf } from '../../kit/behaviour.ts';
import type { CardData } from '@kaike/shared/domain/card-faces/card-drawing';
import { formatSecret } from '@kaike/shared/domain/cards/card-secret';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { cardThemes } from '@kaike/shared/resources/card-themes';
import { respond, sendFile, type Answer } from '../../core/respond.ts';
import type { AdminCall, AdminCallOf, ById } from '../../core/call.ts';
import { translatorOf } from '../../core/wording.ts';
import { showRow } from '../../kit/read/read-rows.ts';
import { drawPng, qrOf, validityOf } from './card-data.ts';
import { designOf, picturesIn, plainLayout, type CardDesign } from './card-design.ts';
import { loadPictures } from './card-picture.ts';
import { cardFont, glyphsOf } from './font/card-font.ts';

/** Not a valid secret: its check symbol is wrong. */
const sampleSecret = 'KAKE2345ABCD6789';
const sampleDays = 365;

function findTheme(call: AdminCall & ById): Promise<RowOf<typeof cardThemes>> {
  return showRow({ db: call.ctx.db, actor: call.actor, resource: call.ctx.resources.of(cardThemes) }, call.params.id);
}

async function sampleOf(
  call: AdminCall,
  design: CardDesign,
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

/** The data of the card designer. */
export async function showDesign(call: AdminCall & ById): Promise<ResponseOf<typeof cardThemesApi.getCardDesign>> {
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

/** Outlines of the requested characters and of the missing-glyph box. */
export async function showGlyphs(
  call: AdminCallOf<typeof cardThemesApi.listGlyphs>,
): Promise<Answer<ResponseOf<typeof cardThemesApi.listGlyphs>>> {
  const font = await cardFont();
  const glyphs = glyphsOf(font);
  // Query fields are trimmed, so spaces are always included.
  const characters = [...new Set(` \u3000${call.query.text.slice(0, cardThemesApi.glyphsPerRequest)}`)].filter(
    (character) => font.glyphOf(character.codePointAt(0) ?? 0) !== 0,
  );
  return respond(
    {
      glyphs: Object.fromEntries(characters.map((character) => [character, glyphs(character)])),
      missing: glyphs('\u{10ffff}'),
    },
    { headers: { 'Cache-Control': 'private, max-age=86400' } },
  );
}

/** A theme as a picture, for lists and pickers. */
export async function showThemePicture(call: AdminCallOf<typeof cardThemesApi.getThemePicture>): Promise<Answer> {
  const design = designOf(await findTheme(call));
  const sample = await sampleOf(call, design);
  const data: CardData = { ...sample, qr: await qrOf(sample.link) };
  const png = await drawPng(design, {
    side: call.query.side ?? 'front',
    data,
    pictures: await loadPictures(call.ctx, picturesIn(design)),
    width: call.query.width ?? 1011,
  });
  return sendFile(png, { type: 'image/png', headers: { 'Cache-Control': 'private, max-age=300' } });
}
