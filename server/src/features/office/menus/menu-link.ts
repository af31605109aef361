import type * as menus from '@kaike/shared/contracts/office/menus';
import { isPageAllowed, menuStatus } from '@kaike/shared/domain/office/menu-access';
import type { BodyOf } from '@kaike/shared/kit/contract';
import { AppError, assert } from '../../../core/app-error.ts';
import type { MenuRow } from './load-menus.ts';

type LinkColumns = { url: string; is_out_link: number };

/** Whether the product or a plugin has a page there, open or not. */
const isKnownPage = (path: string, rows: readonly MenuRow[]): boolean =>
  path === '/' ||
  isPageAllowed(
    path,
    rows.map((row) => ({ ...row, status: menuStatus.enabled, disabled: 0, is_link: row.is_custom })),
  );

/** The target of a link as columns; throws for what leads nowhere: a page of this site, for programs any endpoint of it, or an address elsewhere. */
export function parseUrl(url: string, { rows, use }: { rows: readonly MenuRow[]; use: unknown }): LinkColumns {
  const isOut = /^https?:\/\//i.test(url) && URL.canParse(url);
  if (isOut) {
    assert(/^https:/i.test(url), 'menu.https_only', { field: 'url' });
    return { url, is_out_link: 1 };
  }
  // `//host` would leave the site while looking like a path of it.
  const isPath = /^\/(?!\/)/.test(url) && URL.canParse(url, 'http://localhost');
  if (!isPath) throw new AppError('request.invalid', { failures: { url: [{ rule: 'url', params: [] }] } });
  assert(use === 'api' || isKnownPage(url.split(/[?#]/)[0] ?? '', rows), 'menu.unknown_page', { field: 'url' });
  return { url, is_out_link: 0 };
}

/** The columns of the target, when it changes: one that was stored before stays as it is. */
export const changedLink = (
  row: MenuRow,
  body: BodyOf<typeof menus.updateMenu>,
  rows: readonly MenuRow[],
): Partial<LinkColumns> =>
  row.is_custom && row.is_page === 1 && body.url !== undefined && body.url !== row.url
    ? parseUrl(body.url ?? '', { rows, use: body.use === undefined ? row.own_use : body.use })
    : {};
