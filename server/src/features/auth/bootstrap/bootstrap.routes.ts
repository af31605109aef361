import * as auth from '@kaike/shared/contracts/auth/auth';
import * as start from '@kaike/shared/contracts/auth/start';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { rememberRoutes } from './endpoint-info.ts';
import { getClientId } from './get-client-id.ts';
import { getConfig } from './get-config.ts';
import { getToken } from './get-token.ts';
import { getUser } from './get-user.ts';
import { getMenu } from './get-menu.ts';
import { getMenuInfo } from './get-menu-info.ts';

/** Pages must also start when the session was ended elsewhere; the menu and user endpoints report it. */
const open = { ignores_ended_session: true } as const;

export const bootstrapFeature: Feature = {
  routes: [
    route.open(start.getConfig, { ...open, handler: getConfig }),
    route.open(start.getToken, { ...open, handler: getToken }),
    route.open(start.getClientId, { ...open, handler: getClientId }),
    route.open(auth.getUser, {
      handler: getUser,
    }),
    route.open(start.getMenu, {
      handler: getMenu,
    }),
    route.open(start.getMenuInfo, {
      handler: getMenuInfo,
    }),
  ],
  mount: (app, { ctx, routes }) => {
    rememberRoutes(ctx, routes);
  },
};
