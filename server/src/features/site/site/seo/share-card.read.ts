import { defaultLocale } from '@kaike/shared/locales/languages';
import { truncate } from '@kaike/shared/kit/format';
import type { Context } from '../../../../core/context.ts';
import { translatorOf } from '../../../../core/wording.ts';
import { cachedForMinute } from '../cached.ts';
import { contentAt, type PageContent } from './page-content.read.ts';
import { siteOrigin } from './page-reader.ts';

export type ShareCard = { title: string; desc: string; link: string; imgUrl: string };

const maxDescriptionLength = 60;
const schoolPage = '/open/index';

async function readContent(ctx: Context, path: string, school: string): Promise<PageContent | null> {
  const source = contentAt(path);
  return source
    ? cachedForMinute(ctx, `page ${path}`, () =>
        source.read({ ctx, t: translatorOf(defaultLocale), id: source.id, school }),
      )
    : null;
}

/** The share card of a page: a public page's own content; any other page is private and links to the school's home page. */
export async function loadShareCard(ctx: Context, url: URL): Promise<ShareCard> {
  const school = await ctx.settings.get('school_name');
  const origin = siteOrigin(ctx, url.origin);
  const own = await readContent(ctx, url.pathname, school);
  const page = own ?? (await readContent(ctx, schoolPage, school));
  const image = page?.image ?? '/icon-512.png';
  return {
    title: page?.title ?? school,
    desc: truncate(page?.description || school, maxDescriptionLength),
    link: own ? `${url.origin}${url.pathname}${url.search}` : `${url.origin}${schoolPage}`,
    imgUrl: /^https?:\/\//i.test(image) ? image : `${origin}${image}`,
  };
}
