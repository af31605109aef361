import * as account from '@kaike/shared/contracts/auth/account';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { logOut } from '../login/public.ts';
import { listDevices } from '../admin-account/public.ts';
import { createCertificate } from './certificates/create-certificate.ts';
import { createCourseCertificate } from './certificates/create-course-certificate.ts';
import { listCertificates } from './certificates/list-certificates.ts';
import { checkCertificate } from './certificates/check-certificate.ts';
import { getCourseCompletion } from './certificates/get-course-completion.ts';
import { sendOwnCode } from './handlers/send-own-code.ts';
import { updateMobile } from './handlers/update-mobile.ts';
import { cancelAccountClosing } from './handlers/cancel-account-closing.ts';
import { closeAccount } from './handlers/close-account.ts';
import { exportOwnData } from './own/export-own-data.ts';
import { exportRecords } from './handlers/export-records.ts';
import { listNotices } from './handlers/list-notices.ts';
import { markNoticesRead } from './handlers/mark-notices-read.ts';
import { getOwnOverview } from './own/get-own-overview.ts';
import { reauthenticate } from './handlers/reauthenticate.ts';
import { requestReview } from './handlers/request-review.ts';
import { startFaceAuth } from './handlers/start-face-auth.ts';
import { matchFace } from './handlers/match-face.ts';
import { getStudyCalendar } from './handlers/get-study-calendar.ts';
import { updateDailyGoal } from './handlers/update-daily-goal.ts';
import { updateStudyNotices } from './handlers/update-study-notices.ts';
import { updateAvatar } from './handlers/update-avatar.ts';
import { updateAccount } from './handlers/update-account.ts';
import { getAccount } from './handlers/get-account.ts';
import { signOutDevice } from './handlers/sign-out-device.ts';
import { signOutOtherDevices } from './handlers/sign-out-other-devices.ts';

const tries = { by: 'user', max: 10, seconds: 600 } as const;
const often = { by: 'user', max: 30, seconds: 60 } as const;
const stranger = { by: 'ip', max: 30, seconds: 60 } as const;

/** The member's own account, notices and study record. */
export const memberAccountFeature: Feature = {
  routes: [
    route.member(account.getAccount, { handler: getAccount }),
    route.member(account.getOwnOverview, { handler: getOwnOverview }),
    route.member(account.updateAccount, { limit: often, handler: updateAccount }),
    route.member(account.updateDailyGoal, { limit: often, handler: updateDailyGoal }),
    route.member(account.updateStudyNotices, { limit: often, handler: updateStudyNotices }),
    route.member(account.updateAvatar, { limit: often, handler: updateAvatar }),
    route.member(account.listDevices, { handler: listDevices }),
    route.member(account.signOutDevice, { handler: signOutDevice }),
    route.member(account.signOutOtherDevices, { handler: signOutOtherDevices }),
    route.member(account.sendOwnCode, { limit: often, handler: sendOwnCode }),
    route.member(account.reauthenticate, { limit: tries, handler: reauthenticate }),
    route.member(account.updateMobile, { limit: tries, handler: updateMobile }),
    route.member(account.requestReview, { limit: tries, handler: requestReview }),
    route.member(account.startFaceAuth, { limit: tries, handler: startFaceAuth }),
    route.member(account.matchFace, { limit: tries, handler: matchFace }),
    route.member(account.exportOwnData, { limit: tries, handler: exportOwnData }),
    route.member(account.closeAccount, { limit: tries, handler: closeAccount }),
    route.member(account.cancelAccountClosing, { handler: cancelAccountClosing }),
    route.member(account.logOut, { handler: logOut }),
    route.member(account.listNotices, { handler: listNotices }),
    route.member(account.markNoticesRead, { handler: markNoticesRead }),
    route.home(account.getStudyCalendar, { handler: getStudyCalendar }),
    route.home(account.exportRecords, { limit: tries, handler: exportRecords }),
    route.home(account.createCertificate, { limit: tries, handler: createCertificate }),
    route.home(account.createCourseCertificate, { limit: tries, handler: createCourseCertificate }),
    route.home(account.getCourseCompletion, { handler: getCourseCompletion }),
    route.home(account.listCertificates, { handler: listCertificates }),
    route.open(account.checkCertificate, { limit: stranger, ignores_ended_session: true, handler: checkCertificate }),
  ],
};
