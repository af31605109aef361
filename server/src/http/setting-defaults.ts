/** Every setting an administrator may change, with the value it has until then. */
export const settingDefaults = {
  school_name: '开课',
  page_gray: 0,
  theme: 'blue',
  statistics_url: '',
  automation_redirects: [] as string[],
  register_open: true,
  member_session_limit: 1,
  agreement_title: '用户协议与隐私政策',
  agreement_content: '',
  agreement_version: '2026-01',
  login_captcha_after: 3,
  upload_max_mb: 4096,
  import_per_page: 200,
  /** `local` keeps mail in the outbox, `smtp` sends it. */
  mail_driver: 'local',
  mail_host: '',
  mail_port: 465,
  mail_user: '',
  mail_password: '',
  mail_from: '',
};

export type SettingKey = keyof typeof settingDefaults;
export type SettingValue<K extends SettingKey> = (typeof settingDefaults)[K];
