import { dailyGoals, remindHours } from '../../domain/learning/daily-goal.ts';
import { sealKinds } from '../../domain/learning/seals.ts';
import { genderChoices } from '../../domain/people/people.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';
import * as personage from './personage.ts';

/** A member's account as shown to its owner; only the last four characters of the ID number. */
const account = s.object({
  nickname: s.string(),
  avatar: s.nullable(s.string()),
  mobile_phone: s.nullable(s.string()),
  has_password: s.boolean(),
  gender: s.integer(),
  birthday: s.nullable(s.string()),
  /** It is that of the verified ID number, and only the school changes it. */
  birthday_locked: s.boolean(),
  school: s.string(),
  grade: s.string(),
  real_name: s.string(),
  id_card_last4: s.string(),
  /** Name and ID number waiting for review. */
  pending_name: s.nullable(s.string()),
  pending_last4: s.nullable(s.string()),
  is_auth: s.integer(),
  auth_method: s.nullable(s.string()),
  /** Why the last review was refused; empty otherwise. */
  refusal: s.string(),
  /** Who compares faces, and the script that describes the device to it; null when only a person reviews. */
  face: s.nullable(s.object({ provider: s.string(), script: s.nullable(s.string()) })),
  /** The check that has started and has no result yet, and the page of the vendor that takes the picture. */
  face_check: s.nullable(s.object({ certify_id: s.string(), url: s.string() })),
  status: s.integer(),
  /** Minutes of study the learner wants to reach each day. */
  daily_goal_min: s.integer(),
  /** Whether last week's summary comes on Mondays, and the hour of the reminder of today's goal; null for none. */
  weekly_summary: s.boolean(),
  remind_hour: s.nullable(s.integer()),
  /** When personal data will be erased; null unless the account is being closed. */
  erase_at: s.nullable(s.time()),
  version: s.integer(),
});
export type Account = SchemaValue<typeof account>;

const answer = s.object({ account });
const accountAndMessage = s.object({ account, message: s.string() });

export const accountFields = {
  nickname: field.text({ rules: 'required|max:30', is_person_name: true }),
  gender: field.choice(genderChoices, { initial: 0 }),
  birthday: field.date({ nullable: true }),
  school: field.text({ rules: 'max:50', initial: '' }),
  grade: field.text({ rules: 'max:30', initial: '' }),
};

export const getAccount = contract({ method: 'GET', path: '/home/personage', response: answer });

const seal = s.object({
  kind: s.literal(...sealKinds),
  /** Days in a row; 0 otherwise. */
  days: s.integer(),
  /** Of the finished course. */
  title: s.string(),
});
export type OwnSeal = SchemaValue<typeof seal>;

/** What the learner has, for the first screen of the account: counts, the card in force and the seals that were earned. */
export const getOwnOverview = contract({
  method: 'GET',
  path: '/home/personage/overview',
  response: s.object({
    courses: s.integer(),
    unused_cards: s.integer(),
    pending_orders: s.integer(),
    has_orders: s.boolean(),
    certificates: s.integer(),
    notes: s.integer(),
    /** Studied since Monday. */
    week_sec: s.integer(),
    /** The activated card that lasts longest; without `end_at` it does not end. */
    card: s.nullable(
      s.object({ card_no: s.string(), title: s.string(), cover: s.nullable(s.string()), end_at: s.nullable(s.time()) }),
    ),
    seals: s.array(seal),
  }),
});
export type OwnOverview = SchemaValue<(typeof getOwnOverview)['response']>;

/** Requires the version that was read, so that a concurrent change is not overwritten. */
export const updateAccount = contract({
  method: 'PUT',
  path: '/home/personage',
  body: { ...accountFields, version: field.integer({ rules: 'required' }) },
  response: accountAndMessage,
});

/** The goal of a day; a choice of its own, so that it needs no version. */
export const updateDailyGoal = contract({
  method: 'PUT',
  path: '/home/personage/daily-goal',
  body: { daily_goal_min: field.integer({ rules: `required|in:${dailyGoals.join(',')}` }) },
  response: accountAndMessage,
});

/** Which notices of the learner's own study come, and when. */
export const updateStudyNotices = contract({
  method: 'PUT',
  path: '/home/personage/study-notices',
  body: {
    weekly_summary: field.boolean({ initial: true }),
    remind_hour: field.integer({ nullable: true, rules: `in:${remindHours.join(',')}` }),
  },
  response: accountAndMessage,
});

export const updateAvatar = contract({ ...personage.updateAvatar, path: '/home/personage/avatar' });

export const listDevices = contract({ ...personage.listDevices, path: '/home/personage/devices' });
export const signOutDevice = contract({ ...personage.signOutDevice, path: '/home/personage/devices/:id' });
export const signOutOtherDevices = contract({ ...personage.signOutOtherDevices, path: '/home/personage/devices' });

/** Sends a code: `verify` to the account's number, `update_mobile` to the new one. */
export const sendOwnCode = contract({
  method: 'POST',
  path: '/home/send',
  body: {
    purpose: field.choice(
      [
        { value: 'verify', key: 'verify' },
        { value: 'update_mobile', key: 'update_mobile' },
      ],
      { rules: 'required' },
    ),
    mobile_phone: field.mobile(),
    verify: field.text({ rules: 'required|max:500' }),
  },
  response: s.object({ wait: s.integer(), message: s.string() }),
});

/** Verifies the owner by code or password. The returned pass authorises sensitive changes for ten minutes. */
export const reauthenticate = contract({
  method: 'POST',
  path: '/home/verify-message-code',
  body: {
    message_code: field.text({ rules: 'mobile_code|required_without:password' }),
    password: field.password({ rules: 'max:72' }),
  },
  response: s.object({ pass: s.string() }),
});

const pass = field.text({ rules: 'required|max:300' });
export const updateMobile = contract({
  method: 'POST',
  path: '/home/update-mobile-phone',
  body: {
    mobile_phone: field.mobile({ rules: 'required' }),
    message_code: field.text({ rules: 'required|mobile_code' }),
    pass,
  },
  response: accountAndMessage,
});

export const identityFields = {
  real_name: field.text({ rules: 'required|name' }),
  id_card: field.text({ rules: 'required|id_card' }),
};
/** An ID number and a face are sensitive: each use requires separate consent. */
const consent = field.boolean({ rules: 'agree' });
/** Needed below fourteen by the ID number. */
const guardianConsent = field.boolean({ initial: false });

/** Submits name and ID number to a person at the school, who decides. */
export const requestReview = contract({
  method: 'POST',
  path: '/home/real-name',
  body: { ...identityFields, consent, guardian_consent: guardianConsent },
  response: accountAndMessage,
});

/**
 * Starts a comparison of the face with the picture registered for the ID number, or returns the one of the same person that is
 * still open. `device` is what the provider's script said. Without `url` the result is there at once.
 */
export const startFaceAuth = contract({
  method: 'POST',
  path: '/home/init-face-auth',
  body: {
    ...identityFields,
    id_card: field.text({ rules: 'required|length:18|id_card' }),
    consent,
    guardian_consent: guardianConsent,
    device: field.text({ rules: 'max:8000', initial: '' }),
  },
  response: s.object({ certify_id: s.string(), url: s.nullable(s.string()) }),
});

/** Queries the result of the member's own comparison and stores it. */
export const matchFace = contract({
  method: 'POST',
  path: '/home/face-match',
  body: { certify_id: field.text({ rules: 'required|max:100' }) },
  response: accountAndMessage,
});

/** Everything the product holds about the learner, for the learner: a copy to keep or to take elsewhere. */
export const exportOwnData = contract({
  method: 'POST',
  path: '/home/personage/export',
  body: { pass },
  response: s.object({ data: s.any() }),
});

/** Closes the account after a period in which that can be cancelled; every session ends at once. */
export const closeAccount = contract({
  method: 'POST',
  path: '/home/personage/close',
  body: { pass },
  response: s.object({ erase_at: s.time(), message: s.string() }),
});
export const cancelAccountClosing = contract({
  method: 'DELETE',
  path: '/home/personage/close',
  response: accountAndMessage,
});

export const logOut = contract({
  method: 'POST',
  path: '/home/sign-out',
  response: s.object({ redirect: s.string() }),
});

const notice = s.object({
  id: s.integer(),
  title: s.string(),
  body: s.string(),
  /** Of the page that shows more. */
  path: s.nullable(s.string()),
  delivered_at: s.time(),
  read_at: s.nullable(s.time()),
});
export type Notice = SchemaValue<typeof notice>;

/** Newest first; `before` is the id of the oldest notice already loaded. */
export const listNotices = contract({
  method: 'GET',
  path: '/home/notices',
  query: { before: field.integer({ rules: 'min_value:1' }) },
  response: s.object({ notices: s.array(notice), unread: s.integer(), has_more: s.boolean() }),
});

/** Marks one notice as read, or all when no id is sent. */
export const markNoticesRead = contract({
  method: 'PUT',
  path: '/home/notices/read',
  body: { id: field.integer({ rules: 'min_value:1', nullable: true }) },
  response: s.object({ unread: s.integer() }),
});

/** Days of the last year with study, and missed days that a leave slip covered. */
export const getStudyCalendar = contract({
  method: 'GET',
  path: '/home/learning-records/calendar',
  response: s.object({
    from: s.string(),
    to: s.string(),
    days: s.array(s.object({ day: s.string(), study_sec: s.integer(), lessons_done: s.integer() })),
    leave_days: s.array(s.string()),
  }),
});

/** The member's learning records as a spreadsheet. */
export const exportRecords = contract({ method: 'GET', path: '/home/learning-records/export', response: s.any() });

const certifiedCourse = s.nullable(
  s.object({ id: s.integer(), started_on: s.string(), finished_on: s.string(), teacher: s.string() }),
);
export type CertifiedCourse = SchemaValue<typeof certifiedCourse>;

const certificateFields = {
  issued_at: s.time(),
  study_sec: s.integer(),
  lesson_count: s.integer(),
  courses: s.array(s.object({ title: s.string(), lessons_done: s.integer(), study_sec: s.integer() })),
  /** The course it is about, which is the one of `courses`; null when it is about everything studied. */
  course: certifiedCourse,
};
const certificate = s.object({ code: s.string(), name: s.string(), member_no: s.string(), ...certificateFields });
export type Certificate = SchemaValue<typeof certificate>;

/** Creates a certificate of everything studied so far, signed by the school. Returns the previous one if nothing was added since. */
export const createCertificate = contract({
  method: 'POST',
  path: '/home/learning-records/certificate',
  response: s.object({ certificate }),
});

/** The certificate of a course whose lessons are all finished; the same one each time. */
export const createCourseCertificate = contract({
  method: 'POST',
  path: '/home/courses/:id/certificate',
  response: s.object({ certificate }),
});

/** What a finished course was: time, days, notes, and what to go on with. */
export const getCourseCompletion = contract({
  method: 'GET',
  path: '/home/courses/:id/finish',
  response: s.object({
    title: s.string(),
    lesson_count: s.integer(),
    study_sec: s.integer(),
    days: s.integer(),
    notes: s.integer(),
    /** Its first teacher, and what they say to who has finished it; either may be empty. */
    teacher: s.string(),
    closing_words: s.string(),
    has_certificate: s.boolean(),
    /** Whether strangers can look at the course. */
    is_public: s.boolean(),
    /** Another course of the member's to go on with; null when all are finished. */
    next: s.nullable(
      s.object({
        id: s.integer(),
        title: s.string(),
        cover: s.nullable(s.string()),
        cover_style: s.string(),
        lesson_count: s.integer(),
        lessons_done: s.integer(),
      }),
    ),
  }),
});
export type CourseFinish = SchemaValue<(typeof getCourseCompletion)['response']>;

/** Certificates issued to the member, newest first. */
export const listCertificates = contract({
  method: 'GET',
  path: '/home/learning-records/certificates',
  response: s.object({ certificates: s.array(certificate) }),
});

/** What anyone with the code may see; `certificate` is null when the school never issued it. */
export const checkCertificate = contract({
  method: 'GET',
  path: '/open/certificates/:code',
  response: s.object({
    school: s.string(),
    certificate: s.nullable(s.object({ code: s.string(), masked_name: s.string(), ...certificateFields })),
  }),
});
export type CheckedCertificate = SchemaValue<(typeof checkCertificate)['response']>['certificate'];
