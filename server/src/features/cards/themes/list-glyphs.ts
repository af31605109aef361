import * as cardThemesApi from '@kaike/shared/contracts/cards/card-themes';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { type HttpReply, respond } from '../../../core/respond.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { glyphsOf, loadCardFont } from './card-font.ts';

/** Outlines of the requested characters and of the missing-glyph box. */
export async function listGlyphs(
  call: AdminCallOf<typeof cardThemesApi.listGlyphs>,
): Promise<HttpReply<ResponseOf<typeof cardThemesApi.listGlyphs>>> {
  const cardFont = await loadCardFont();
  const glyphs = glyphsOf(cardFont);
  // Query fields are trimmed, so spaces are always included.
  const characters = [...new Set(` \u3000${call.query.text.slice(0, cardThemesApi.glyphsPerRequest)}`)].filter(
    (character) => cardFont.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
  );
  return respond(
    {
      glyphs: Object.fromEntries(characters.map((character) => [character, glyphs(character)])),
      missing: glyphs('\u{10ffff}'),
    },
    { headers: { 'Cache-Control': 'private, max-age=86400' } },
  );
}
