import { defaultTheme, themes } from '../domain/constants.ts';
import { field, type Field } from '../kit/field.ts';

const options = <const V extends string | number>(...values: V[]) =>
  values.map((value) => ({ value, key: String(value) }));
const text = (rules = 'max:500', more: { shown_when?: Field['shown_when'] } = {}): Field =>
  field.text({ rules, ...clean(more) });
const clean = ({ shown_when: when }: { shown_when?: Field['shown_when'] }) => (when ? { shown_when: when } : {});
const driver = (...values: string[]): Field => field.choice(options(...values), { rules: 'required' });

type Shown = readonly [field: string, ...values: string[]];

/** Shown and required while a given driver is selected. */
const needed = ([by, ...values]: Shown, rules = 'max:500'): Field =>
  field.text({ rules: `required_if:${by},${values.join(',')}|${rules}`, shown_when: { field: by, in: values } });
const optional = ([by, ...values]: Shown, rules = 'max:500'): Field =>
  field.text({ rules, shown_when: { field: by, in: values } });
/** Never returned: a page only learns whether it is set. */
const secret = (shown?: Shown, isNeeded = true): Field => {
  if (!shown) return field.password({ rules: 'max:8000' });
  const [by, ...values] = shown;
  return field.password({
    rules: `${isNeeded ? `required_if:${by},${values.join(',')}|` : ''}max:8000`,
    shown_when: { field: by, in: values },
  });
};

const aliyunVideo = ['vod_driver', 'aliyun'] as const;
const qiniu = ['upload_driver', 'qiniu'] as const;
const oss = ['upload_driver', 'oss'] as const;
const geetest = ['captcha_driver', 'geetest4', 'geetest3'] as const;
const aliSms = ['sms_driver', 'aliyun', 'aliyun_tencent', 'tencent_aliyun'] as const;
const tencentSms = ['sms_driver', 'tencent', 'aliyun_tencent', 'tencent_aliyun'] as const;
const smtp = ['mail_driver', 'smtp'] as const;
const openai = ['ai_driver', 'openai'] as const;
const faceCloud = ['face_driver', 'aliyun', 'tencent', 'alipay'] as const;

/** Every setting by group, in page order; keys are those of the `configs` table. */
export const configGroups = {
  site: {
    school_name: text('required|max:30'),
    theme: field.choice(options(defaultTheme, ...themes), { rules: 'required' }),
    page_gray: field.choice(options(0, 1), { rules: 'required' }),
    def_avatar: field.image(),
    icp_number: text('max:60'),
    police_number: text('max:60'),
    support_phone: text('max:30'),
    support_hours: text('max:60'),
    support_qr: field.image(),
  },
  cards: {
    card_approval_over: field.integer({ rules: 'required|between:0,100000' }),
    card_approval_hours: field.integer({ rules: 'required|between:0,720' }),
    card_reveal_limit: field.integer({ rules: 'required|between:0,10000' }),
    import_per_page: field.integer({ rules: 'required|between:1,1000' }),
  },
  agreement: {
    agreement_title: text('max:60'),
    agreement_version: text('required|max:30'),
    agreement_content: field.long_text({ rules: 'max:50000' }),
    privacy_title: text('max:60'),
    privacy_version: text('required|max:30'),
    privacy_content: field.long_text({ rules: 'max:50000' }),
  },
  login: {
    register_open: field.boolean(),
    member_session_limit: field.integer({ rules: 'required|between:1,20' }),
    member_session_days: field.integer({ rules: 'required|between:1,365' }),
    admin_session_hours: field.integer({ rules: 'required|between:1,720' }),
    login_captcha_after: field.integer({ rules: 'required|between:0,20' }),
    captcha_driver: driver('local', 'geetest4', 'geetest3'),
    geetest_id: needed(geetest),
    geetest_key: secret(geetest),
    geetest_fail_mode: field.choice(options('open', 'closed'), {
      rules: 'required',
      shown_when: { field: 'captcha_driver', in: ['geetest4', 'geetest3'] },
    }),
    common_password: secret(),
  },
  video: {
    vod_driver: driver('local', 'aliyun'),
    aliyun_access_key_id: needed(aliyunVideo),
    aliyun_access_key_secret: secret(aliyunVideo),
    vod_region: optional(aliyunVideo),
    vod_endpoint: optional(aliyunVideo),
    vod_play_mode: field.choice(options('url', 'playauth'), {
      rules: 'required',
      shown_when: { field: 'vod_driver', in: ['aliyun'] },
    }),
    vod_auth_timeout: field.integer({ rules: 'between:60,86400', shown_when: { field: 'vod_driver', in: ['aliyun'] } }),
    vod_url_key: secret(aliyunVideo, false),
    vod_callback_url: optional(aliyunVideo, 'url|max:500'),
    vod_callback_key: secret(aliyunVideo, false),
    aliplayer_license_domain: optional(aliyunVideo),
    aliplayer_license_key: optional(aliyunVideo),
  },
  storage: {
    upload_max_mb: field.integer({ rules: 'required|between:1,102400' }),
    upload_driver: driver('local', 'qiniu', 'oss'),
    qiniu_ak: needed(qiniu),
    qiniu_sk: secret(qiniu),
    qiniu_bucket: needed(qiniu),
    qiniu_up_host: optional(qiniu),
    qiniu_domain: needed(qiniu),
    qiniu_private: field.boolean({ shown_when: { field: 'upload_driver', in: ['qiniu'] } }),
    oss_bucket: needed(oss),
    oss_region: needed(oss),
    oss_endpoint: optional(oss),
    oss_domain: optional(oss),
    oss_callback_key_prefix: optional(oss),
  },
  mail: {
    mail_driver: driver('local', 'smtp'),
    mail_host: needed(smtp),
    mail_port: field.integer({ rules: 'required|between:1,65535', shown_when: { field: 'mail_driver', in: ['smtp'] } }),
    mail_user: optional(smtp),
    mail_password: secret(smtp, false),
    mail_from: needed(smtp, 'max:200'),
  },
  sms: {
    /** Vendors in the order they are tried. */
    sms_driver: driver('local', 'aliyun', 'tencent', 'aliyun_tencent', 'tencent_aliyun'),
    sms_access_key_id: needed(aliSms),
    sms_access_key_secret: secret(aliSms),
    sms_sign: needed(aliSms, 'max:30'),
    /** For every code whose purpose has no template of its own. */
    sms_template_verify: needed(aliSms),
    sms_template_login: optional(aliSms),
    sms_template_register: optional(aliSms),
    sms_template_reset: optional(aliSms),
    sms_template_update_mobile: optional(aliSms),
    sms_template_bind: optional(aliSms),
    sms_template_notice: optional(aliSms),
    sms_aliyun_base: optional(aliSms, 'url|max:500'),
    tencent_secret_id: needed(tencentSms),
    tencent_secret_key: secret(tencentSms),
    tencent_sms_appid: needed(tencentSms),
    tencent_sms_sign: needed(tencentSms, 'max:30'),
    tencent_sms_template_verify: needed(tencentSms),
    tencent_sms_template_login: optional(tencentSms),
    tencent_sms_template_register: optional(tencentSms),
    tencent_sms_template_reset: optional(tencentSms),
    tencent_sms_template_update_mobile: optional(tencentSms),
    tencent_sms_template_bind: optional(tencentSms),
    tencent_sms_template_notice: optional(tencentSms),
    tencent_sms_base: optional(tencentSms, 'url|max:500'),
    sms_price: field.decimal({
      decimals: 3,
      rules: 'between:0,10',
      shown_when: { field: 'sms_driver', in: ['aliyun', 'tencent', 'aliyun_tencent', 'tencent_aliyun'] },
    }),
    sms_receipt_secret: secret(['sms_driver', 'aliyun', 'tencent', 'aliyun_tencent', 'tencent_aliyun'], false),
  },
  payment: {
    wxpay_mchid: text(),
    wxpay_serial: text(),
    wxpay_private_key: secret(),
    wxpay_v3_key: secret(),
    wxpay_public_key_id: text(),
    wxpay_public_key: field.long_text({ rules: 'max:8000' }),
    wxpay_platform_certs: field.long_text({ rules: 'max:32000' }),
    wxpay_notify_url: text('url|max:500'),
    wxpay_base: text('url|max:500'),
    alipay_appid: text(),
    alipay_private_key: secret(),
    alipay_public_key: field.long_text({ rules: 'max:8000' }),
    alipay_seller_id: text(),
    alipay_gateway: text('url|max:500'),
    alipay_notify_url: text('url|max:500'),
    alipay_return_url: text('url|max:500'),
  },
  wechat: {
    wechat_appid: text(),
    wechat_secret: secret(),
    wechat_token: secret(),
    wechat_aes_key: secret(),
    wechat_js_domains: field.tags(),
    weixinweb_appid: text(),
    weixinweb_secret: secret(),
    wechat_verify_files: field.tags(),
    wechat_base: text('url|max:500'),
  },
  other_login: {
    oauth_qq_id: text(),
    oauth_qq_secret: secret(),
    oauth_weibo_id: text(),
    oauth_weibo_secret: secret(),
    oauth_alipay_id: text(),
    oauth_alipay_secret: secret(),
    oauth_github_id: text(),
    oauth_github_secret: secret(),
    oauth_google_id: text(),
    oauth_google_secret: secret(),
    oauth_redirect_base: text('url|max:500'),
    oauth_qq_base: text('url|max:500'),
    oauth_weibo_base: text('url|max:500'),
    oauth_alipay_base: text('url|max:500'),
    oauth_github_base: text('url|max:500'),
    oauth_google_base: text('url|max:500'),
  },
  face: {
    id_card_accounts: field.integer({ rules: 'required|between:1,100' }),
    face_daily_limit: field.integer({ rules: 'required|between:1,100' }),
    face_driver: driver('local', 'aliyun', 'tencent', 'alipay'),
    face_scene_id: needed(faceCloud),
    face_rule_id: optional(faceCloud),
    face_return_url: optional(faceCloud, 'url|max:500'),
  },
  ai: {
    ai_driver: driver('local', 'openai'),
    ai_base_url: needed(openai, 'url|max:500'),
    ai_api_key: secret(openai),
    ai_model: needed(openai),
    ai_max_tokens: field.integer({ rules: 'between:1,100000' }),
    ai_timeout_ms: field.integer({ rules: 'between:1000,300000' }),
    tts_driver: driver('browser', 'openai', 'dashscope', 'tencent'),
    stt_driver: driver('browser', 'openai'),
    translate_driver: driver('ai', 'tencent'),
    ai_callback_secret: secret(),
  },
  maps: {
    amap_key: text(),
    amap_jscode: secret(),
    google_maps_key: text(),
    google_map_id: text(),
    tinymce_key: text(),
  },
  statistics: {
    statistics_url: text('url|max:500'),
    automation_redirects: field.tags(),
  },
} as const satisfies Record<string, Record<string, Field>>;

export type ConfigGroup = keyof typeof configGroups;
export const configGroupNames = Object.keys(configGroups) as ConfigGroup[];

/** Every setting by key. */
export const configFields: Readonly<Record<string, Field>> = Object.assign(
  {},
  ...Object.values(configGroups),
) as Record<string, Field>;

/** Settings unused in this version: stored values are preserved, but the page does not show them. */
export const idleConfigs: readonly string[] = [
  'captcha_driver',
  'geetest_id',
  'geetest_key',
  'geetest_fail_mode',
  ...Object.keys(configGroups.video),
  ...Object.keys(configGroups.storage).filter((key) => key !== 'upload_max_mb'),
  ...Object.keys(configGroups.face).filter((key) => key !== 'id_card_accounts' && key !== 'face_daily_limit'),
  ...Object.keys(configGroups.ai),
  ...Object.keys(configGroups.maps),
];

/** Groups with visible settings; the others would be empty pages. */
export const shownConfigGroups = configGroupNames.filter((group) =>
  Object.keys(configGroups[group]).some((key) => !idleConfigs.includes(key)),
);

/** Whether a setting is stored encrypted and never returned. */
export const isSecretConfig = (key: string): boolean => configFields[key]?.kind === 'password';

/** Settings sent to every visitor's browser in the client config; no others are. */
export const publicConfigs = [
  'school_name',
  'icp_number',
  'police_number',
  'theme',
  'page_gray',
  'def_avatar',
  'support_phone',
  'support_hours',
  'support_qr',
  'import_per_page',
  'statistics_url',
  'automation_redirects',
  'tinymce_key',
  'amap_key',
  'google_maps_key',
  'google_map_id',
  'wechat_appid',
] as const;

/** Settings that only have an effect in the local environment. */
export const localConfigs: readonly string[] = ['common_password'];

/** Drivers available in this version, by setting; others are shown but cannot be selected yet. */
export const builtDrivers: Readonly<Record<string, readonly string[]>> = {
  captcha_driver: ['local'],
  vod_driver: ['local'],
  upload_driver: ['local'],
  mail_driver: ['local', 'smtp'],
  sms_driver: ['local', 'aliyun', 'tencent', 'aliyun_tencent', 'tencent_aliyun'],
  face_driver: ['local'],
  ai_driver: ['local'],
  tts_driver: ['browser'],
  stt_driver: ['browser'],
  translate_driver: ['ai'],
};

/** List settings whose entries must be URLs. */
export const addressLists: readonly string[] = ['automation_redirects'];
