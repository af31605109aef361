import * as personage from '@kaike/shared/contracts/personage';
import { anyAdmin, route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { endOtherDevices, endOwnDevice, listOwnDevices, logEnded } from './devices.ts';
import { getOwnProfile, saveOwnAvatar, saveOwnPreferences, saveOwnProfile } from './profile.ts';

const own = { permission: anyAdmin };

/** The actor's own account in the back office. */
export const personageFeature: Feature = {
  routes: [
    route.admin(personage.getProfile, { ...own, handler: getOwnProfile }),
    route.admin(personage.updateProfile, { ...own, handler: saveOwnProfile }),
    route.admin(personage.updateAvatar, { ...own, handler: saveOwnAvatar }),
    route.admin(personage.updatePreferences, { ...own, handler: saveOwnPreferences }),
    route.admin(personage.listDevices, { ...own, handler: listOwnDevices }),
    route.admin(personage.signOutDevice, { ...own, handler: (call) => endOwnDevice(call, logEnded(call)) }),
    route.admin(personage.signOutOtherDevices, { ...own, handler: (call) => endOtherDevices(call, logEnded(call)) }),
  ],
};
