import type * as start from '@kaike/shared/contracts/auth/start';
import { loadMenus } from '../../office/menus/public.ts';
import type { CallOf } from '../../../core/call.ts';

export async function getMenu({ ctx, actor, locale, query }: CallOf<typeof start.getMenu>) {
  return {
    menus: await loadMenus(ctx, { actor, locale }, query.only === 'pages' ? 'pages' : null),
  };
}
