import { defaultTheme, themes } from '@kaike/shared/domain/constants';
import { quietPattern } from '@kaike/shared/domain/ai/minor';
import { field } from '@kaike/shared/kit/field';

const options = <const V extends string | number>(...values: V[]) =>
  values.map((value) => ({ value, key: String(value) }));

/** The settings of the school itself; those of outside services are declared by their adapters. */
export const schoolSettings = {
  site: {
    school_name: field.text({ rules: 'required|max:30', initial: '开课' }),
    theme: field.choice(options(defaultTheme, ...themes), { rules: 'required', initial: defaultTheme }),
    page_gray: field.choice(options(0, 1), { rules: 'required', initial: 0 }),
    def_avatar: field.image(),
    /** Registration of the site with the authorities, shown at the foot of public pages. */
    icp_number: field.text({ rules: 'max:60' }),
    police_number: field.text({ rules: 'max:60' }),
    /** Filings of the AI teacher's model and algorithm, shown there, too. */
    ai_model_filing: field.text({ rules: 'max:100' }),
    ai_algorithm_filing: field.text({ rules: 'max:100' }),
    /** Contact details for members; empty ones are not shown. */
    support_phone: field.text({ rules: 'phone|max:30' }),
    support_hours: field.text({ rules: 'max:60' }),
    support_qr: field.image(),
    school_address: field.text({ rules: 'max:200' }),
    school_map_point: field.map_point({ initial: '' }),
  },
  cards: {
    /** Actions on more cards than this need approval by a second person; 0 is never. */
    card_approval_over: field.integer({ rules: 'required|between:0,100000' }),
    /** Hours over which one person's actions are added up for that limit; 0 counts each request alone. */
    card_approval_hours: field.integer({ rules: 'required|between:0,720', initial: 24 }),
    /** Card secrets one person may reveal one by one within 24 hours; 0 is unlimited. */
    card_reveal_limit: field.integer({ rules: 'required|between:0,10000', initial: 20 }),
    import_per_page: field.integer({ rules: 'required|between:1,1000', initial: 200 }),
  },
  agreement: {
    /** Empty titles use the product's wording. */
    agreement_title: field.text({ rules: 'max:60' }),
    agreement_version: field.text({ rules: 'required|max:30', initial: '2026-01' }),
    agreement_content: field.long_text({ rules: 'max:50000' }),
    privacy_title: field.text({ rules: 'max:60' }),
    privacy_version: field.text({ rules: 'required|max:30', initial: '2026-01' }),
    privacy_content: field.long_text({ rules: 'max:50000' }),
  },
  login: {
    register_open: field.boolean({ initial: true }),
    /** Live sessions of a member on each class of device: phone, tablet, computer, WeChat, app. */
    member_session_limit: field.integer({ rules: 'required|between:1,20', initial: 1 }),
    /** The same of an administrator; 0 is any number. */
    admin_session_limit: field.integer({ rules: 'required|between:0,20', initial: 0 }),
    /** Absolute lifetime of a session after the login, however much it is used. */
    member_session_days: field.integer({ rules: 'required|between:1,365', initial: 30 }),
    admin_session_hours: field.integer({ rules: 'required|between:1,720', initial: 12 }),
    /** Days without use after which a code to its number alone no longer opens an account; 0 is never. */
    number_idle_days: field.integer({ rules: 'required|between:0,3650', initial: 180 }),
    login_captcha_after: field.integer({ rules: 'required|between:0,20', initial: 3 }),
    /** Logs in to any account, in the local environment only; empty is off. */
    common_password: field.password({ rules: 'max:8000' }),
  },
  storage: {
    upload_max_mb: field.integer({ rules: 'required|between:1,102400', initial: 4096 }),
  },
  face: {
    /** Accounts one ID number may verify. */
    id_card_accounts: field.integer({ rules: 'required|between:1,100', initial: 1 }),
    /** Face comparisons a member may start within 24 hours. */
    face_daily_limit: field.integer({ rules: 'required|between:1,100', initial: 5 }),
  },
  ai: {
    /** Seconds of talk every learner has for free each day; 0 is none. */
    ai_daily_free_sec: field.integer({ rules: 'required|between:0,86400', initial: 0 }),
    /** Trial talks of visitors a day; 0 is none. */
    ai_trials_a_day: field.integer({ rules: 'required|between:0,100000', initial: 300 }),
    /** A scene is published only after its version passed the lab. */
    ai_lab_required: field.boolean({ initial: false }),
    /** What learners say is corrected by the chat service, too, beside the rules; a request more for each turn. */
    ai_model_corrections: field.boolean({ initial: false }),
    /** How sentences are read aloud is checked on this machine, where the operator installed what that takes. */
    ai_sound_check: field.boolean({ initial: true }),
    /** Minutes a day for which minors may talk, and the hours in which they may not, in the school's time zone: `22:00-06:00`; empty is none. */
    ai_minor_minutes: field.integer({ rules: 'required|between:1,1440', initial: 40 }),
    ai_minor_quiet: field.text({ rules: [`regex:${quietPattern.source}`], initial: '22:00-06:00' }),
    /** Words that the AI talk refuses besides the product's own lists, one a line. */
    ai_blocked_words: field.long_text({ rules: 'max:5000' }),
    /** Numbers of people who help, shown with the card for a learner in need; one a line. */
    ai_help_lines: field.long_text({ rules: 'max:500' }),
    /** Who is written to when a learner seems to be in danger; without it, those who may read such words. */
    ai_care_email: field.email(),
    /** Months for which single calls to vendors are kept; what they cost stays in the sums of days. */
    ai_usage_months: field.integer({ rules: 'required|between:2,120', initial: 12 }),
    ai_callback_secret: field.password({ rules: 'max:8000' }),
  },
  statistics: {
    statistics_url: field.text({ rules: 'url|max:500' }),
    automation_redirects: field.tags(),
  },
} as const;

/** Settings that every visitor's browser receives. */
export const publicSettings: readonly string[] = [
  'school_name',
  'icp_number',
  'police_number',
  'ai_model_filing',
  'ai_algorithm_filing',
  'theme',
  'page_gray',
  'def_avatar',
  'support_phone',
  'support_hours',
  'support_qr',
  'school_address',
  'school_map_point',
  'import_per_page',
  'statistics_url',
  'automation_redirects',
  'wechat_appid',
  'amap_key',
  'google_maps_key',
  'google_map_id',
];

/** Settings that only have an effect in the local environment. */
export const localSettings: readonly string[] = ['common_password'];

/** List settings whose entries must be URLs. */
export const addressLists: readonly string[] = ['automation_redirects'];
