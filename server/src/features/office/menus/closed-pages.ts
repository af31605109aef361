import { isBelow } from '@kaike/shared/domain/office/closed-pages';
import { menuStatus } from '@kaike/shared/domain/office/menu-access';
import type { Context } from '../../../core/context.ts';

const cacheMs = 60_000;

/** Per application in this process; read by every public request. */
const cache = new WeakMap<Context, { urls: readonly string[]; until: number }>();
const listening = new WeakSet<Context>();

/** Nobody could log in without these. */
const always = new Set([
  '/open/index',
  '/open/login',
  '/open/second-factor',
  '/open/logout',
  '/open/register',
  '/open/password',
  '/open/agreement',
]);

/** Addresses of public pages that are disabled in the menu. */
export async function loadClosedPages(ctx: Context): Promise<readonly string[]> {
  const now = ctx.clock().getTime();
  const cached = cache.get(ctx);
  if (cached && cached.until > now) return cached.urls;
  if (!listening.has(ctx)) {
    listening.add(ctx);
    ctx.bus.subscribe('menus', () => {
      cache.delete(ctx);
    });
  }
  const rows = await ctx.db
    .selectFrom('menus')
    .select('url')
    .where('group', '=', 'open')
    .where('is_page', '=', 1)
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('status', '<>', menuStatus.enabled), where('disabled', '<>', 0)]))
    .execute();
  const urls = rows.map(({ url }) => url).filter((url) => url !== '' && !always.has(url));
  cache.set(ctx, { urls, until: now + cacheMs });
  return urls;
}

/** Whether a public page, or a record below it, is disabled; its data is then disabled too. */
export async function isPageClosed(ctx: Context, path: string): Promise<boolean> {
  return isBelow(path, await loadClosedPages(ctx));
}

/** Entries of the public site that may be disabled. */
export const isClosable = (row: { group: string; is_page: number; url: string; is_custom: boolean }): boolean =>
  row.group === 'open' && row.is_page === 1 && !row.is_custom && !always.has(row.url);
