import type { CardCovers } from '@kaike/shared/domain/cards/faces/card-drawing';
import { styleOf, type CardLayout } from '@kaike/shared/domain/cards/faces/card-layout';
import { defaultLayout, type CardWords } from '@kaike/shared/domain/cards/faces/card-layout-default';
import { parseLayout } from '@kaike/shared/domain/cards/faces/card-layout-read';
import { defaultLocale, locales, type Locale } from '@kaike/shared/locales/languages';
import type { Context } from '../../../core/context.ts';
import { translatorOf } from '../../../core/wording.ts';

export type ThemeRow = {
  id: number;
  cover_front: string | null;
  cover_back: string | null;
  locale: string;
  positions: unknown;
};

/** Everything that determines the look of the cards of a theme. */
export type DrawnDesign = { layout: CardLayout; covers: CardCovers; locale: Locale; is_drawn: boolean };

function wordsOf(locale: Locale): CardWords {
  const t = translatorOf(locale);
  return {
    serial: t('card_face.serial'),
    secret: t('card_face.secret'),
    validity: t('card_face.validity'),
    scan: t('card_face.scan'),
    note: t('card_face.note'),
  };
}

const localeOf = (name: string): Locale => locales.find((locale) => locale === name) ?? defaultLocale;

/** The layout of a theme that was never edited. */
export function plainLayout(theme: Omit<ThemeRow, 'positions'>): CardLayout {
  return defaultLayout({
    style: styleOf(theme.id),
    words: wordsOf(localeOf(theme.locale)),
    has_cover_front: theme.cover_front !== null,
    has_cover_back: theme.cover_back !== null,
  });
}

/** The design of a theme: as drawn, or the default. */
export function designOf(theme: ThemeRow): DrawnDesign {
  const layout = parseLayout(theme.positions);
  return {
    layout: layout ?? plainLayout(theme),
    covers: { front: theme.cover_front, back: theme.cover_back },
    locale: localeOf(theme.locale),
    is_drawn: layout !== null,
  };
}

/** The design of a theme, even a deleted one, or the default design for cards without a theme. */
export async function loadDesign(ctx: Context, themeId: number | null): Promise<DrawnDesign> {
  const theme =
    themeId === null
      ? undefined
      : await ctx.db
          .selectFrom('card_themes')
          .select(['id', 'cover_front', 'cover_back', 'locale', 'positions'])
          .where('id', '=', themeId)
          .executeTakeFirst();
  return designOf(theme ?? { id: 1, cover_front: null, cover_back: null, locale: defaultLocale, positions: null });
}

/** Every picture used by a design. */
export function picturesIn({ layout, covers }: DrawnDesign): (string | null)[] {
  return [covers.front, covers.back, ...layout.elements.map((element) => element.src)];
}
