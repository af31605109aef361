import * as contracts from '@kaike/shared/contracts/personage';
import { anyAdmin, route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { endOtherDevices, endOwnDevice, listOwnDevices, logEnded } from './devices.ts';
import { getOwnProfile, saveOwnAvatar, saveOwnPreferences, saveOwnProfile } from './profile.ts';

const own = { permission: anyAdmin };

/** The actor's own account in the back office. */
export const personageFeature: Feature = {
  routes: [
    route.admin(contracts.getProfile, { ...own, handler: getOwnProfile }),
    route.admin(contracts.putProfile, { ...own, handler: saveOwnProfile }),
    route.admin(contracts.putAvatar, { ...own, handler: saveOwnAvatar }),
    route.admin(contracts.putPreferences, { ...own, handler: saveOwnPreferences }),
    route.admin(contracts.getDevices, { ...own, handler: listOwnDevices }),
    route.admin(contracts.endDevice, { ...own, handler: (call) => endOwnDevice(call, logEnded(call)) }),
    route.admin(contracts.endOtherDevices, { ...own, handler: (call) => endOtherDevices(call, logEnded(call)) }),
  ],
};
