import * as contracts from '@kaike/shared/contracts/account';
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
    route.member(contracts.getAccount, { handler: async (call) => ({ account: await readAccount(call) }) }),
    route.member(contracts.getOwnOverview, { handler: readOwnOverview }),
    route.member(contracts.putAccount, { limit: often, handler: saveAccount }),
    route.member(contracts.putDailyGoal, { limit: often, handler: saveDailyGoal }),
    route.member(contracts.putStudyNotices, { limit: often, handler: saveStudyNotices }),
    route.member(contracts.putAvatar, { limit: often, handler: saveAvatar }),
    route.member(contracts.getDevices, { handler: listOwnDevices }),
    route.member(contracts.endDevice, { handler: (call) => endOwnDevice(call) }),
    route.member(contracts.endOtherDevices, { handler: (call) => endOtherDevices(call) }),
    route.member(contracts.sendOwnCode, { limit: often, handler: sendOwnCode }),
    route.member(contracts.verifyOwner, { limit: tries, handler: verifyOwner }),
    route.member(contracts.updateMobile, { limit: tries, handler: updateMobile }),
    route.member(contracts.requestReview, { limit: tries, handler: requestReview }),
    route.member(contracts.initFaceAuth, { limit: tries, handler: initFaceAuth }),
    route.member(contracts.matchFace, { limit: tries, handler: matchFace }),
    route.member(contracts.exportOwnData, { limit: tries, handler: exportOwnData }),
    route.member(contracts.closeAccount, { limit: tries, handler: closeAccount }),
    route.member(contracts.cancelAccountClosing, { handler: keepAccount }),
    route.member(contracts.signOut, { handler: logOut }),
    route.member(contracts.getNotices, { handler: listNotices }),
    route.member(contracts.readNotices, { handler: readNotices }),
    route.home(contracts.getStudyCalendar, { handler: readStudyCalendar }),
    route.home(contracts.exportRecords, { limit: tries, handler: exportRecords }),
    route.home(contracts.createCertificate, { limit: tries, handler: createCertificate }),
    route.home(contracts.createCourseCertificate, { limit: tries, handler: createCourseCertificate }),
    route.home(contracts.getCourseFinish, { handler: readCourseFinish }),
    route.home(contracts.getCertificates, { handler: listCertificates }),
    route.open(contracts.checkCertificate, { limit: stranger, ignores_ended_session: true, handler: checkCertificate }),
  ],
};
