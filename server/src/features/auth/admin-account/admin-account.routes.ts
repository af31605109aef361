import * as personage from '@kaike/shared/contracts/auth/personage';
import { anyAdmin, route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { listDevices } from './list-devices.ts';
import { getProfile } from './get-profile.ts';
import { updateProfile } from './update-profile.ts';
import { updateAvatar } from './update-avatar.ts';
import { updatePreferences } from './update-preferences.ts';
import { signOutDevice } from './sign-out-device.ts';
import { signOutOtherDevices } from './sign-out-other-devices.ts';

const own = { permission: anyAdmin };

/** The actor's own account in the back office. */
export const adminAccountFeature: Feature = {
  routes: [
    route.admin(personage.getProfile, { ...own, handler: getProfile }),
    route.admin(personage.updateProfile, { ...own, handler: updateProfile }),
    route.admin(personage.updateAvatar, { ...own, handler: updateAvatar }),
    route.admin(personage.updatePreferences, { ...own, handler: updatePreferences }),
    route.admin(personage.listDevices, { ...own, handler: listDevices }),
    route.admin(personage.signOutDevice, { ...own, handler: signOutDevice }),
    route.admin(personage.signOutOtherDevices, { ...own, handler: signOutOtherDevices }),
  ],
};
