import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';
import { codeChannels } from './auth.ts';

export const menuEntry = s.object({
  id: s.integer(),
  parent_id: s.nullable(s.integer()),
  name: s.string(),
  /** Has a custom name; otherwise the name is the product's, in the language of the request. */
  is_named: s.boolean(),
  icons: s.string(),
  description: s.string(),
  url: s.string(),
  method: s.array(s.integer()),
  status: s.integer(),
  level: s.integer(),
  left_margin: s.integer(),
  right_margin: s.integer(),
  is_page: s.integer(),
  group: s.string(),
  resource_id: s.nullable(s.integer()),
  resource: s.nullable(s.string()),
  action: s.nullable(s.string()),
  is_out_link: s.integer(),
  env: s.string(),
  disabled: s.integer(),
  wording: s.nullable(s.string()),
  in_menu: s.boolean(),
  /** Links elsewhere and is not a page itself. */
  is_link: s.boolean(),
});
export type MenuEntry = SchemaValue<typeof menuEntry>;

export const getMenu = contract({
  method: 'GET',
  path: '/open/menu',
  /** `pages` leaves out what can be done on pages, which is two thirds of an administrator's entries. */
  query: { only: field.text({ rules: 'in:pages' }) },
  response: s.object({ menus: s.array(menuEntry) }),
});

export const getToken = contract({ method: 'GET', path: '/open/token', response: s.object({ _token: s.string() }) });

export const getClientId = contract({
  method: 'GET',
  path: '/open/client-id',
  response: s.object({ client_id: s.string() }),
});

export const clientConfig = s.object({
  name: s.string(),
  api_url: s.string(),
  app_url: s.string(),
  web_url: s.string(),
  domain: s.string(),
  lifetime: s.integer(),
  verify: s.string(),
  debug: s.boolean(),
  client_id: s.string(),
  api_url_model: s.string(),
  use_url: s.string(),
  env: s.string(),
  language: s.string(),
  default_language: s.string(),
  locales: s.array(s.string()),
  tinymce_key: s.string(),
  theme: s.string(),
  amap_config: s.nullable(s.object({ key: s.string() })),
  google_config: s.nullable(s.object({ key: s.string(), map_id: s.string() })),
  def_avatar: s.string(),
  support: s.object({
    phone: s.string(),
    hours: s.string(),
    qr: s.string(),
    address: s.string(),
    map_point: s.string(),
  }),
  page_gray: s.integer(),
  /** Registration numbers shown in the footer of public pages. */
  icp_number: s.string(),
  police_number: s.string(),
  ai_model_filing: s.string(),
  ai_algorithm_filing: s.string(),
  wechat_appid: s.string(),
  statistics_url: s.string(),
  /** Public pages that are switched off, including pages below them. */
  closed_pages: s.array(s.string()),
  automation_redirects: s.array(s.string()),
  import_per_page: s.integer(),
  /** How codes for each purpose can be sent; a way in that no code can be sent for is not offered. */
  sends: s.object({
    login: codeChannels,
    register: codeChannels,
    reset: codeChannels,
    update_mobile: codeChannels,
    bind: codeChannels,
    verify: codeChannels,
  }),
  /** The school can be paid: without it pages name prices, and nothing but what is free can be ordered. */
  can_pay: s.boolean(),
});
export type ClientConfig = SchemaValue<typeof clientConfig>;

export const getConfig = contract({ method: 'GET', path: '/open/config', response: clientConfig });

export const getMenuInfo = contract({
  method: 'GET',
  path: '/open/menu-info',
  /** The entry's number or its alias. */
  query: { id: field.integer({ rules: 'required_without:alias' }), alias: field.text({ rules: 'max:50' }) },
  response: s.object({ row: s.any() }),
});

/** Configuration for WeChat's in-app browser, and the card used to share the page; empty and null until an official account is configured. */
export const getWxConfig = contract({
  method: 'GET',
  path: '/open/wx-config',
  query: { url: field.text({ rules: 'max:2000' }) },
  response: s.object({
    wxconfig: s.object({
      appId: s.string(),
      timestamp: s.integer(),
      nonceStr: s.string(),
      signature: s.string(),
      jsApiList: s.array(s.string()),
      debug: s.boolean(),
    }),
    show: s.nullable(s.object({ title: s.string(), desc: s.string(), link: s.string(), imgUrl: s.string() })),
  }),
});
