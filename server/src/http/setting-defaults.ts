import { defaultTheme } from '@kaike/shared/domain/constants';

/** Every setting an administrator may change, with the value it has until then. */
export const settingDefaults = {
  school_name: '开课',
  page_gray: 0,
  theme: defaultTheme,
  def_avatar: '',
  /** How learners reach somebody; what is empty is not shown. */
  support_phone: '', support_hours: '', support_qr: '',
  import_per_page: 200,
  /** Work on more cards than this needs a second person; 0 is never. */
  card_approval_over: 0,
  /** Hours over which the work of one person is added up for that limit; 0 looks at each request alone. */
  card_approval_hours: 24,
  /** Cards whose secret one person may look at within 24 hours, one by one; 0 is any number. */
  card_reveal_limit: 20,
  statistics_url: '',
  automation_redirects: [] as string[],
  register_open: true,
  /** Live sessions of a learner on each class of device: phone, tablet, computer, WeChat, app. */
  member_session_limit: 1,
  /** However much it is used, a session ends so long after the login. */
  member_session_days: 30,
  admin_session_hours: 12,
  /** Empty is the title of the product's wording. */
  agreement_title: '',
  agreement_content: '',
  agreement_version: '2026-01',
  privacy_title: '',
  privacy_content: '',
  privacy_version: '2026-01',
  /** Registration of the site with the authorities, shown at the foot of public pages. */
  icp_number: '',
  police_number: '',
  login_captcha_after: 3,
  captcha_driver: 'local', geetest_id: '', geetest_key: '', geetest_fail_mode: 'closed',
  /** Opens any account, in the local environment only; empty is off. */
  common_password: '',
  vod_driver: 'local', aliyun_access_key_id: '', aliyun_access_key_secret: '', vod_region: 'cn-shanghai', vod_endpoint: '', vod_play_mode: 'url',
  /** Seconds a signed address lives. */
  vod_auth_timeout: 3000,
  vod_url_key: '', vod_callback_url: '', vod_callback_key: '', aliplayer_license_domain: '', aliplayer_license_key: '',
  upload_max_mb: 4096,
  upload_driver: 'local', qiniu_ak: '', qiniu_sk: '', qiniu_bucket: '', qiniu_up_host: '', qiniu_domain: '', qiniu_private: true,
  oss_bucket: '', oss_region: '', oss_endpoint: '', oss_domain: '', oss_callback_key_prefix: '',
  /** `local` keeps mail in the outbox, `smtp` sends it. */
  mail_driver: 'local',
  mail_host: '',
  mail_port: 465,
  mail_user: '',
  mail_password: '',
  mail_from: '',
  sms_driver: 'local', sms_sign: '', sms_access_key_id: '', sms_access_key_secret: '', tencent_secret_id: '', tencent_secret_key: '', tencent_sms_appid: '',
  sms_template_login: '', sms_template_register: '', sms_template_reset: '', sms_template_update_mobile: '', sms_template_bind: '', sms_template_verify: '', sms_template_notice: '',
  /** Yuan a text message costs, for estimates; 0 is unknown. */
  sms_price: 0,
  sms_receipt_secret: '',
  wxpay_mchid: '', wxpay_serial: '', wxpay_private_key: '', wxpay_v3_key: '', wxpay_public_key_id: '', wxpay_public_key: '', wxpay_platform_certs: '', wxpay_notify_url: '', wxpay_base: '',
  alipay_appid: '', alipay_private_key: '', alipay_public_key: '', alipay_seller_id: '', alipay_gateway: '', alipay_notify_url: '', alipay_return_url: '',
  wechat_appid: '', wechat_secret: '', wechat_token: '', wechat_aes_key: '', wechat_js_domains: [] as string[], weixinweb_appid: '', weixinweb_secret: '',
  wechat_verify_files: [] as string[], wechat_base: '',
  oauth_qq_id: '', oauth_qq_secret: '', oauth_weibo_id: '', oauth_weibo_secret: '', oauth_alipay_id: '', oauth_alipay_secret: '', oauth_github_id: '', oauth_github_secret: '',
  oauth_google_id: '', oauth_google_secret: '', oauth_redirect_base: '',
  oauth_qq_base: '', oauth_weibo_base: '', oauth_alipay_base: '', oauth_github_base: '', oauth_google_base: '',
  /** Accounts one ID number may pass for. */
  id_card_accounts: 1,
  /** Comparisons with a face a learner may open within 24 hours. */
  face_daily_limit: 5,
  face_driver: 'local', face_scene_id: '', face_rule_id: '', face_return_url: '',
  ai_driver: 'local', ai_base_url: '', ai_api_key: '', ai_model: '', ai_max_tokens: 800, ai_timeout_ms: 60_000,
  tts_driver: 'browser', stt_driver: 'browser', translate_driver: 'ai', ai_callback_secret: '',
  amap_key: '', amap_jscode: '', google_maps_key: '', google_map_id: '', tinymce_key: '',
};

export type SettingKey = keyof typeof settingDefaults;
export type SettingValue<K extends SettingKey> = (typeof settingDefaults)[K];
