import type { Translate } from '@kaike/shared/kit/wording';
import type { AdminCall } from '../../../core/call.ts';
import { deviceLabel } from '../../../core/sessions/device-label.ts';
import { loadPermissionTitles } from '../menus/public.ts';

type Titled = { resource: string; record_title: string };

/** What a log-in was proved by, and the device. */
function logInTitle(t: Translate, title: string): string {
  const [way = '', ...device] = title.split(' ');
  const key = `resources.log-ins.choices.way.${way}`;
  const wayText = t(key) === key ? '' : t(key);
  return [wayText, deviceLabel(device.join(' '), t)].filter((text) => text !== '').join(' · ');
}

const worded: Readonly<Record<string, (t: Translate, title: string) => string>> = {
  'log-ins': logInTitle,
  // Keys of wording; entries of older releases have words, which are no keys.
  configs: (t, title) => t(title),
};

/** Puts titles that are stored as keys into the reader's words: log-ins, groups of settings, entries of the menu. */
export async function wordTitles(
  { ctx, t, locale }: Pick<AdminCall, 'ctx' | 't' | 'locale'>,
  rows: Titled[],
): Promise<void> {
  const menuKeys = rows.filter((row) => row.resource === 'menus').map((row) => row.record_title);
  const menuTitles = await loadPermissionTitles(ctx.db, menuKeys, locale);
  for (const row of rows) {
    const { resource, record_title: title } = row;
    row.record_title =
      resource === 'menus' ? (menuTitles.get(title) ?? title) : (worded[resource]?.(t, title) ?? title);
  }
}
