import { firstLoginChoices } from '../../domain/auth/first-login.ts';
import { memberStatus, memberStatusChoices } from '../../domain/people/member-status.ts';
import {
  authMethods,
  authStatus,
  authStatusChoices,
  cefrLevels,
  gender,
  genderChoices,
  realNameActions,
} from '../../domain/people/people.ts';
import { mobileBounceChoices } from '../../domain/messaging/sms-state.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

const reason = field.reason();
/** At most 100 hours at once. */
const minutes = field.integer({ rules: 'required|between:1,6000' });

/** A cancelled account no longer belongs to a person. */
const alive = [
  { field: 'status', in: [memberStatus.effective, memberStatus.stopped, memberStatus.cancelling] },
] as const;

const withMobile = [...alive, { field: 'mobile_phone', is_set: true }] as const;

/** How a member joined. */
const sources = ['register', 'agency', 'invitation', 'admin', 'import'] as const;

const textChoices = <const Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, key: value.toLowerCase() }));

/** How old somebody is, and what their guardian agreed to. */
const minorFields = ['birthday', 'ai_consent', 'ai_voice_consent', 'ai_memory_consent'] as const;

/** AI seconds by hand. */
const changeSeconds = {
  method: 'POST',
  by_token: true,
  school_only: true,
  on: 'rows',
  when: alive,
  fields: { minutes, reason },
} as const;

/** Members register themselves, or the back office enters them one by one or from a sheet; it completes, suspends and supports them. */
export const members = defineResource({
  name: 'members',
  table: 'members',
  area: 'admin',
  menu: { root: 'people', icon: 'users', sort: 10 },
  only: ['list', 'show', 'create', 'update', 'export', 'import'],
  title: 'display_name',
  scope: 'own_agency',
  fields: {
    id: field.id(),
    member_no: field.text({ read_only: true }),
    /** Real name, else the account's name, else its user name, else the member number; never empty. */
    display_name: field.text({ read_only: true, look: 'person' }),
    real_name: field.text({ read_only: true, is_person_name: true }),
    mobile_phone: field.mobile({ read_only: 'update', nullable: true, masked: 'mobile' }),
    /** Why text messages do not reach the number, as far as vendors reported; and since when. */
    mobile_bounce: field.choice(mobileBounceChoices, { computed: true, read_only: true, nullable: true }),
    mobile_bounced_at: field.date_time({ computed: true, read_only: true, nullable: true }),
    email: field.email({ read_only: 'update', nullable: true, masked: 'email' }),
    username: field.text({ read_only: true, nullable: true }),
    /** Name entered by the back office, later chosen by the member. */
    name: field.text({ rules: 'required|max:30', read_only: 'update', is_person_name: true }),
    /** Initials and full pinyin of the row's title. */
    pinyin: field.text({ read_only: true, nullable: true }),
    gender: field.choice(genderChoices, { initial: gender.unknown }),
    birthday: field.date({ nullable: true }),
    /** A guardian agreed to talks with the AI teacher; needed below fourteen. */
    ai_consent: field.boolean({ initial: false }),
    /** The same to their voice leaving for a transcription service. */
    ai_voice_consent: field.boolean({ initial: false }),
    /** The same to the AI teacher remembering them; needed below eighteen. */
    ai_memory_consent: field.boolean({ initial: false }),
    area_id: field.relation({ resource: 'areas', nullable: true }),
    school: field.text({ rules: 'max:100', initial: '' }),
    grade: field.text({ rules: 'max:50', initial: '' }),
    english_level: field.choice(textChoices(cefrLevels), { nullable: true }),
    tags: field.tags({ initial: [] }),
    agency_id: field.relation({ resource: 'agencies', nullable: true, read_only: 'update' }),
    /** Opened for a new learner; an agency pays for each from its quota. */
    product_ids: field.relations({
      resource: 'products',
      rules: 'array_length:0,20',
      read_only: 'update',
      initial: [],
    }),
    /** Sends a new learner a message with the way in. */
    send_welcome: field.boolean({ read_only: 'update', initial: false }),
    /** The message to a new learner who has not come yet. */
    first_login: field.choice(firstLoginChoices, { computed: true, read_only: true, nullable: true }),
    source: field.choice(textChoices(sources), { read_only: true }),
    invitation_id: field.relation({ resource: 'invitations', nullable: true, read_only: true }),
    is_auth: field.choice(authStatusChoices, { read_only: true, initial: authStatus.none }),
    /** Submitted by the member and not decided yet. */
    pending_name: field.text({ computed: true, read_only: true, nullable: true }),
    id_card: field.text({ computed: true, read_only: true, nullable: true, masked: 'id_card' }),
    auth_method: field.choice(textChoices(authMethods), { read_only: true, nullable: true }),
    auth_at: field.date_time({ read_only: true, nullable: true }),
    status: field.choice(memberStatusChoices, { read_only: true, initial: memberStatus.effective }),
    activated_at: field.date_time({ read_only: true, nullable: true }),
    last_study_at: field.date_time({ read_only: true, nullable: true }),
    total_study_sec: field.duration({ read_only: true }),
    /** Courses open to them now. */
    course_count: field.integer({ computed: true, read_only: true }),
    /** Of these the one that stays open longest, and until when; null: for ever. */
    open_course_id: field.relation({ resource: 'courses', computed: true, read_only: true, nullable: true }),
    open_until: field.date_time({ computed: true, read_only: true, nullable: true }),
    /** Asked by filters and views, not sent: the last course open to them ends within seven days. */
    ends_soon: field.boolean({ computed: true, read_only: true }),
    studied_today: field.boolean({ computed: true, read_only: true }),
    /** So young that a guardian has to agree to the AI teacher, which none has. */
    lacks_consent: field.boolean({ computed: true, read_only: true }),
    ai_seconds_left: field.duration({ read_only: true }),
    last_login_at: field.date_time({ read_only: true, nullable: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'display_name',
      'mobile_phone',
      'status',
      'open_course_id',
      'agency_id',
      'tags',
      'last_study_at',
      'total_study_sec',
      'is_auth',
      'activated_at',
      'created_at',
      'pending_name',
      'mobile_bounce',
      'first_login',
      'ai_seconds_left',
      'id_card',
      'remark',
      'member_no',
    ],
    second_line: { display_name: 'member_no' },
    extra_fields: ['mobile_bounced_at', 'course_count', 'open_until'],
    filters: [
      'status',
      'is_auth',
      'agency_id',
      'invitation_id',
      'area_id',
      'tags',
      'mobile_phone',
      'mobile_bounce',
      'auth_method',
      'auth_at',
      'activated_at',
      'last_study_at',
      'total_study_sec',
      'created_at',
      ...minorFields,
      'ends_soon',
      'studied_today',
      'lacks_consent',
    ],
    search: ['real_name', 'name', 'username', 'mobile_phone', 'member_no', 'pinyin'],
    sort: ['id', 'total_study_sec', 'last_study_at', 'activated_at', 'created_at'],
    quick_edit: ['remark', 'school', 'grade', 'english_level', 'tags'],
    copy: ['member_no'],
    views: [
      { key: 'today', where: [{ field: 'studied_today', in: [true] }] },
      {
        key: 'ending',
        where: [{ field: 'ends_soon', in: [true] }],
        todo: 'info',
        verb: 'notification',
        names: ['display_name'],
      },
      {
        key: 'courseless',
        where: [
          { field: 'status', in: [memberStatus.effective] },
          { field: 'activated_at', in: [null] },
        ],
      },
      {
        key: 'reviews',
        where: [{ field: 'is_auth', in: [authStatus.pending] }],
        todo: 'warning',
        verb: 'passed',
        since: 'updated_at',
        names: ['real_name'],
      },
      { key: 'unconsented', where: [...alive, { field: 'lacks_consent', in: [true] }] },
      { key: 'stopped', where: [{ field: 'status', in: [memberStatus.stopped] }] },
      { key: 'cancelling', where: [{ field: 'status', in: [memberStatus.cancelling] }] },
    ],
    default_sort: '-id',
  },
  status: {
    field: 'status',
    primary_when: {
      grant: [memberStatus.effective],
      effective: [memberStatus.stopped],
      'undo-merge': [memberStatus.merged],
    },
  },
  buttons: { 'reset-password': 'admin.users.reset-password' },
  overview: {
    figures: ['mobile_phone', 'course_count', 'total_study_sec', 'last_study_at'],
    facts: [
      'mobile_bounce',
      'agency_id',
      'is_auth',
      'pending_name',
      'id_card',
      'tags',
      'school',
      'grade',
      'english_level',
      'area_id',
      'first_login',
      'last_login_at',
      'created_at',
      'remark',
    ],
    related: [
      {
        resource: 'entitlements',
        by: 'member_id',
        at: 'created_at',
        columns: ['title', 'amount', 'progress', 'end_at', 'revoked_at'],
        group_by: ['source_type', 'source_no', 'created_at'],
        verbs: ['redate', 'revoke', 'restore'],
      },
      {
        resource: 'learning-records',
        by: 'member_id',
        at: 'last_at',
        columns: ['lesson_title', 'course_id', 'percent', 'last_at'],
      },
      {
        resource: 'cards',
        by: 'owner_member_id',
        at: 'activated_at',
        columns: ['card_no', 'product_id', 'shown_status'],
      },
      {
        resource: 'pay-orders',
        by: 'member_id',
        at: 'created_at',
        columns: ['order_no', 'product_id', 'payable', 'status'],
      },
      { resource: 'ai-second-logs', by: 'member_id', columns: ['created_at', 'type', 'delta', 'remark'] },
    ],
  },
  form: [
    {
      group: 'basic',
      fields: ['gender', ...minorFields, 'area_id', 'school', 'grade', 'english_level', 'tags', 'remark'],
    },
  ],
  form_keep: ['agency_id', 'grade', 'school', 'tags', 'product_ids', 'send_welcome'],
  transfer: {
    // A row without a number is a new learner.
    key: 'member_no',
    import: [
      'member_no',
      'name',
      'mobile_phone',
      'email',
      'agency_id',
      'school',
      'grade',
      'tags',
      'product_ids',
      'send_welcome',
      'remark',
    ],
    export: [
      'id',
      'member_no',
      'real_name',
      'name',
      'mobile_phone',
      'mobile_bounce',
      'mobile_bounced_at',
      'gender',
      ...minorFields,
      'area_id',
      'school',
      'grade',
      'english_level',
      'tags',
      'agency_id',
      'source',
      'is_auth',
      'auth_method',
      'auth_at',
      'status',
      'activated_at',
      'last_study_at',
      'total_study_sec',
      'ai_seconds_left',
      'remark',
      'created_at',
    ],
  },
  has_remark_action: true,
  actions: {
    /** Sends a notice to the selected members: always in the app, optionally also by email and text message. */
    notification: {
      method: 'POST',
      by_token: true,
      on: 'rows',
      when: [{ field: 'status', in: [memberStatus.effective, memberStatus.cancelling] }],
      dry_run_on: ['title', 'by_mail', 'by_sms'],
      fields: {
        title: field.text({ rules: 'required|max:100' }),
        body: field.long_text({ rules: 'required|max:5000' }),
        by_mail: field.boolean({ initial: false }),
        by_sms: field.boolean({ initial: false }),
      },
    },
    'update-status': {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      danger: true,
      undo_action: 'effective',
      dry_run_on: ['status'],
      when: alive,
      fields: {
        status: field.choice(
          memberStatusChoices.filter(({ key }) => key === 'effective' || key === 'stopped'),
          { rules: 'required' },
        ),
        reason,
      },
    },
    /** A person decides only whether it passes; the data comes from the member. */
    'update-is-auth': {
      method: 'PUT',
      on: 'rows',
      when: alive,
      dry_run_on: ['is_auth'],
      from: { [authStatus.failed]: realNameActions.refuse.from },
      fields: {
        is_auth: field.choice(
          authStatusChoices.filter(({ value }) => value === authStatus.passed || value === authStatus.failed),
          { rules: 'required' },
        ),
        reason,
      },
    },
    /** One member at a time, so that nobody gets another's name by accident. */
    'update-real-name': {
      method: 'PUT',
      on: 'rows',
      single_row: true,
      when: alive,
      fields: { real_name: field.text({ rules: 'required|name' }), reason },
    },
    /** The number by which the learner logs in; the one before is told, and every session ends. */
    'change-mobile': {
      method: 'PUT',
      on: 'rows',
      single_row: true,
      when: alive,
      fields: { mobile_phone: field.mobile({ rules: 'required', masked: 'mobile' }), reason },
    },
    /** Somebody else has the number by now. */
    'unbind-mobile': {
      method: 'PUT',
      on: 'rows',
      single_row: true,
      danger: true,
      undo_action: 'change-mobile',
      when: withMobile,
      fields: { reason },
    },
    /** The school has made sure whose number it is: a code to it opens the account, though it was idle for long. */
    'confirm-mobile': { method: 'PUT', on: 'rows', single_row: true, when: withMobile, fields: { reason } },
    /** Without an address the mailbox is taken off. */
    'change-email': {
      method: 'PUT',
      on: 'rows',
      single_row: true,
      when: alive,
      fields: { email: field.email({ nullable: true, masked: 'email' }), reason },
    },
    /** Without an agency they belong to the school itself. */
    'change-agency': {
      method: 'PUT',
      on: 'rows',
      when: alive,
      fields: { agency_id: field.relation({ resource: 'agencies', nullable: true }), reason },
    },
    /** The account stays and takes over what belongs to another one of the same person. */
    merge: {
      method: 'POST',
      on: 'rows',
      single_row: true,
      danger: true,
      undo_action: 'undo-merge',
      when: [{ field: 'status', in: [memberStatus.effective] }],
      dry_run_on: ['source_id'],
      fields: { source_id: field.relation({ resource: 'members', rules: 'required' }), reason },
    },
    /** Called on the account that went. */
    'undo-merge': {
      method: 'POST',
      on: 'rows',
      single_row: true,
      when: [{ field: 'status', in: [memberStatus.merged] }],
      fields: { reason },
    },
    /** Grants courses without a card; activates members who had none. */
    grant: {
      method: 'POST',
      by_token: true,
      on: 'rows',
      when: alive,
      fields: {
        course_ids: field.relations({ resource: 'courses', rules: 'required' }),
        end_on: field.date({ nullable: true }),
        reason: field.optional_reason(),
      },
    },
    'add-seconds': changeSeconds,
    'take-seconds': { ...changeSeconds, danger: true, undo_action: 'add-seconds' },
  },
  /** `reveal`: viewing mobile and email unmasked. `first-login`: making links by which new learners come in. */
  permissions: ['reveal', 'first-login'],
});
