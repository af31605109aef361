import type { ClientConfig } from '@kaike/shared/contracts/auth/start';

type Changes = Partial<Omit<ClientConfig, 'sends' | 'support'>> & {
  sends?: Partial<ClientConfig['sends']>;
  support?: Partial<ClientConfig['support']>;
};

/** What the browser learns of a school that has configured nothing and can send no codes, but for the changes. */
export const configOf = (changes: Changes = {}): ClientConfig => ({
  name: '开课',
  api_url: '/api',
  app_url: '',
  web_url: '/web-api',
  domain: 'kaike.example',
  lifetime: 120,
  verify: 'local',
  debug: true,
  client_id: '',
  api_url_model: 'web',
  use_url: '/web-api',
  env: 'local',
  language: 'zh-CN',
  default_language: 'zh-CN',
  locales: ['zh-CN', 'en', 'zh-TW'],
  tinymce_key: '',
  theme: 'light',
  amap_config: null,
  google_config: null,
  def_avatar: '',
  page_gray: 0,
  icp_number: '',
  police_number: '',
  ai_model_filing: '',
  ai_algorithm_filing: '',
  wechat_appid: '',
  statistics_url: '',
  closed_pages: [],
  automation_redirects: [],
  import_per_page: 100,
  can_pay: true,
  ...changes,
  support: { phone: '', hours: '', qr: '', address: '', map_point: '', ...changes.support },
  sends: { login: [], register: [], reset: [], update_mobile: [], bind: [], verify: [], ...changes.sends },
});
