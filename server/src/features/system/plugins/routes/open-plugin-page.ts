import type * as plugins from '@kaike/shared/contracts/system/plugins';
import { wordsIn } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { fallbackChain, type Locale } from '@kaike/shared/locales/languages';
import { isAdmin, hasPermission, type Actor } from '../../../../core/actor.ts';
import { assert } from '../../../../core/app-error.ts';
import type { CallOf } from '../../../../core/call.ts';
import { ownPermission } from '../life/plugin-menus.ts';
import { isJsonObject, parseJson } from '../manifest/json.ts';
import type { PackageFiles } from '../package/load-package.ts';
import { pluginsOf } from '../run/plugin-host.ts';
import { filesAddress } from './serve-files.ts';

/** The texts of a plugin in a language, with those of the next ones where it has none. */
function wordsOf(files: PackageFiles, locale: Locale): Record<string, string> {
  const catalogues = fallbackChain(locale).map((one) =>
    parseJson(files.get(`wording/${one}.json`)?.toString('utf8') ?? ''),
  );
  const texts = catalogues
    .toReversed()
    .flatMap((catalogue) => (isJsonObject(catalogue) ? Object.entries(catalogue) : []))
    .flatMap(([key, text]): [string, string][] => (typeof text === 'string' ? [[key, text]] : []));
  return Object.fromEntries(texts);
}

function checkReader(actor: Actor | null, area: string, permission: string | null): void {
  if (area === 'home') assert(actor?.member, actor ? 'access.denied' : 'auth.required');
  if (area !== 'admin') return;
  assert(
    actor && isAdmin(actor) && permission !== null && hasPermission(actor, permission),
    actor ? 'access.denied' : 'auth.required',
  );
}

/** A page of a plugin that is on, for whom its area and its permission admit. */
export async function openPluginPage({
  ctx,
  params,
  actor,
  locale,
}: CallOf<typeof plugins.openPluginPage>): Promise<ResponseOf<typeof plugins.openPluginPage>> {
  const plugin = await pluginsOf(ctx).find(params.plugin);
  const page = plugin?.row.manifest.pages.find(({ area, name }) => area === params.area && name === params.page);
  assert(plugin && page, 'request.not_found');
  const { id, hash } = plugin.row;
  checkReader(actor, page.area, page.permission && ownPermission(id, page.permission));
  return {
    title: wordsIn(page.title, locale),
    frame: `${filesAddress}/${id}/${hash}/page/${page.area}/${page.name}`,
    words: wordsOf(await plugin.files(), locale),
  };
}
