import { sideChoices } from '../../domain/cards/faces/card-layout.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s } from '../../kit/schema.ts';

/** Most characters per glyph request; more than any card has. */
export const glyphsPerRequest = 500;

/** A theme for the card designer. The layout is saved like any other field of the theme. */
export const getCardDesign = contract({
  method: 'GET',
  path: '/admin/card-themes/:id/design',
  response: s.object({
    theme: s.object({
      id: s.integer(),
      name: s.string(),
      version: s.integer(),
      cover_front: s.nullable(s.string()),
      cover_back: s.nullable(s.string()),
    }),
    /** A layout of `domain/card-layout`. */
    layout: s.any(),
    /** The layout that “reset” restores. */
    plain: s.any(),
    is_drawn: s.boolean(),
    sample: s.object({
      serial: s.string(),
      secret: s.string(),
      product: s.string(),
      school: s.string(),
      validity: s.string(),
      link: s.string(),
    }),
  }),
});

/** Glyph outlines of the card font, so that browsers draw with the font used in print. */
export const listGlyphs = contract({
  method: 'GET',
  path: '/admin/card-themes/glyphs',
  query: { text: field.text({ rules: `required|max:${glyphsPerRequest}` }) },
  response: s.object({
    glyphs: s.record(s.object({ advance: s.number(), path: s.string() })),
    /** Drawn for every character the font lacks. */
    missing: s.object({ advance: s.number(), path: s.string() }),
  }),
});

const side = field.choice(sideChoices, { initial: 'front' });

/** A sample card of a theme, as PNG. */
export const getThemePicture = contract({
  method: 'GET',
  path: '/admin/card-themes/:id/picture',
  query: { side, width: field.integer({ rules: 'between:100,2022', initial: 1011 }) },
  response: s.any(),
});
/** A card as PNG, without secret and QR code. */
export const getCardPicture = contract({
  method: 'GET',
  path: '/admin/cards/:id/picture',
  query: { side },
  response: s.any(),
});
/** A card as PNG with its secret; logged with the reason. */
export const revealCardPicture = contract({
  method: 'POST',
  path: '/admin/cards/:id/picture',
  body: { side, reason: field.text({ rules: 'required|max:200' }) },
  response: s.any(),
});
/** The front of a card in the member's own wallet as PNG, without secret and QR code. */
export const getMyCardPicture = contract({ method: 'GET', path: '/home/cards/:id/picture', response: s.any() });
