import { getFirstLogin, firstLogin } from '@kaike/shared/contracts/first-logins';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { logInFirst, readFirstLogin } from './joining/use-first-login.ts';

const open = { ignores_ended_session: true, limit: { by: 'ip', max: 60, seconds: 3600 } } as const;

/** The first login of learners whom the back office entered. */
export const membersFeature: Feature = {
  routes: [
    route.open(getFirstLogin, { ...open, handler: readFirstLogin }),
    route.open(firstLogin, { ...open, handler: logInFirst }),
  ],
};
