import * as account from '@kaike/shared/contracts/account';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';
import { logOut } from '../auth/public.ts';
import { endOtherDevices, endOwnDevice, listOwnDevices } from '../personage/public.ts';
import {
  checkCertificate,
  createCertificate,
  createCourseCertificate,
  listCertificates,
} from './certificates/certificates.ts';
import { readCourseFinish } from './certificates/course-finish.ts';
import { sendOwnCode, updateMobile } from './change-mobile.ts';
import { closeAccount, keepAccount } from './close-account.ts';
import { exportOwnData } from './own/export-data.ts';
import { exportRecords } from './export-records.ts';
import { listNotices, readNotices } from './notices.ts';
import { readOwnOverview } from './own/overview.read.ts';
import { verifyOwner } from './owner-pass.ts';
import { readAccount } from './read-account.ts';
import { initFaceAuth, matchFace, requestReview } from './real-name.ts';
import { readStudyCalendar } from './study-calendar.read.ts';
import { saveAccount, saveAvatar, saveDailyGoal, saveStudyNotices } from './update-account.ts';

const tries = { by: 'user', max: 10, seconds: 600 } as const;
const often = { by: 'user', max: 30, seconds: 60 } as const;
const stranger = { by: 'ip', max: 30, seconds: 60 } as const;

/** The member's own account, notices and study record. */
export const accountFeature: Feature = {
  routes: [
    route.member(account.getAccount, { handler: async (call) => ({ account: await readAccount(call) }) }),
    route.member(account.getOwnOverview, { handler: readOwnOverview }),
    route.member(account.updateAccount, { limit: often, handler: saveAccount }),
    route.member(account.updateDailyGoal, { limit: often, handler: saveDailyGoal }),
    route.member(account.updateStudyNotices, { limit: often, handler: saveStudyNotices }),
    route.member(account.updateAvatar, { limit: often, handler: saveAvatar }),
    route.member(account.listDevices, { handler: listOwnDevices }),
    route.member(account.signOutDevice, { handler: (call) => endOwnDevice(call) }),
    route.member(account.signOutOtherDevices, { handler: (call) => endOtherDevices(call) }),
    route.member(account.sendOwnCode, { limit: often, handler: sendOwnCode }),
    route.member(account.reauthenticate, { limit: tries, handler: verifyOwner }),
    route.member(account.updateMobile, { limit: tries, handler: updateMobile }),
    route.member(account.requestReview, { limit: tries, handler: requestReview }),
    route.member(account.startFaceAuth, { limit: tries, handler: initFaceAuth }),
    route.member(account.matchFace, { limit: tries, handler: matchFace }),
    route.member(account.exportOwnData, { limit: tries, handler: exportOwnData }),
    route.member(account.closeAccount, { limit: tries, handler: closeAccount }),
    route.member(account.cancelAccountClosing, { handler: keepAccount }),
    route.member(account.logOut, { handler: logOut }),
    route.member(account.listNotices, { handler: listNotices }),
    route.member(account.markNoticesRead, { handler: readNotices }),
    route.home(account.getStudyCalendar, { handler: readStudyCalendar }),
    route.home(account.exportRecords, { limit: tries, handler: exportRecords }),
    route.home(account.createCertificate, { limit: tries, handler: createCertificate }),
    route.home(account.createCourseCertificate, { limit: tries, handler: createCourseCertificate }),
    route.home(account.getCourseCompletion, { handler: readCourseFinish }),
    route.home(account.listCertificates, { handler: listCertificates }),
    route.open(account.checkCertificate, { limit: stranger, ignores_ended_session: true, handler: checkCertificate }),
  ],
};
