import { trimSlashes } from '@kaike/shared/kit/text/trim-slashes';
import { defaultLocale } from '@kaike/shared/locales/languages';
import { truncate } from '@kaike/shared/kit/format';
import type { Context } from '../../../../core/context.ts';
import type { PageHtml, ReadPage } from '../../../../http/pages/serve-web.ts';
import { translatorOf } from '../../../../core/wording.ts';
import { isPageClosed } from '../../../office/menus/public.ts';
import { escapeHtml, jsonLd } from './html.ts';
import { cachedForMinute } from '../cached.ts';
import { createKnownPages } from './known-pages.ts';
import { contentAt, type PageContent } from './page-content.read.ts';

const maxDescriptionLength = 160;

/** The public origin of the installation: as configured, else as in this request. */
export const siteOrigin = (ctx: Context, origin: string): string => trimSlashes(ctx.config.public_url ?? origin);

/** The origin for search engines: in production only the configured one, never that of a request; null omits it. */
export const namedOrigin = (ctx: Context, origin: string): string | null =>
  ctx.config.env === 'production' && ctx.config.public_url === null ? null : siteOrigin(ctx, origin);

/** The app itself shows the 404 message. */
const missing: PageHtml = { head: '', body: '', status: 404 };

const isWhole = (address: string): boolean => /^https?:\/\//i.test(address);
const addressIn = (origin: string | null, address: string): string | null =>
  isWhole(address) ? address : origin && `${origin}${address}`;

const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escapeHtml(content)}" />`;

function headOf(
  page: PageContent,
  { path, origin, school }: { path: string; origin: string | null; school: string },
): string {
  const url = addressIn(origin, path === '/open' ? '/open/index' : path);
  const title = `${page.title} · ${school}`;
  const description = truncate(page.description, maxDescriptionLength);
  const image = page.image === null ? null : addressIn(origin, page.image);
  const provider = { '@type': 'Organization', name: school, ...(origin ? { url: origin } : {}) };
  const isSchool = path === '/open' || path === '/open/index';
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    url ? `<link rel="canonical" href="${escapeHtml(url)}" />` : '',
    meta('property', 'og:type', page.type),
    meta('property', 'og:site_name', school),
    meta('property', 'og:title', page.title),
    meta('property', 'og:description', description),
    url ? meta('property', 'og:url', url) : '',
    meta('property', 'og:locale', 'zh_CN'),
    image ? meta('property', 'og:image', image) : '',
    meta('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    page.data
      ? jsonLd({
          '@context': 'https://schema.org',
          ...page.data,
          ...(url ? { url } : {}),
          ...(image ? { image } : {}),
          ...(isSchool ? {} : { provider }),
        })
      : '',
  ].join('');
}

const bodyOf = (page: PageContent): string =>
  `<article style="max-width:1120px;margin:0 auto;padding:16px;line-height:1.7"><h1>${escapeHtml(page.title)}</h1>${page.body}</article>`;

/** Renders a public page for search engines, reading the database at most once a minute; null for every other page. */
export function createPageReader(ctx: Context): ReadPage {
  const isKnown = createKnownPages(ctx.resources);
  return async ({ path, origin }): Promise<PageHtml | null> => {
    const source = contentAt(path);
    if (!source) return (await isKnown(path)) ? null : missing;
    if (await isPageClosed(ctx, path)) return missing;
    const school = await ctx.settings.get('school_name');
    const page = await cachedForMinute(ctx, `page ${path}`, () =>
      source.read({ ctx, t: translatorOf(defaultLocale), id: source.id, school }),
    );
    if (!page) return missing;
    return { head: headOf(page, { path, origin: namedOrigin(ctx, origin), school }), body: bodyOf(page), status: 200 };
  };
}
