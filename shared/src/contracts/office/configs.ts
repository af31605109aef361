import { contract } from '../../kit/contract.ts';
import { field, type Field } from '../../kit/field.ts';
import { s, type Schema, type SchemaValue } from '../../kit/schema.ts';

const settingField: Schema<Field> = { json: {} };

const setting = s.object({
  key: s.string(),
  group: s.string(),
  field: settingField,
  /** Null for secrets, which never leave the server. */
  value: s.nullable(s.any()),
  default_value: s.nullable(s.any()),
  /** Whether an administrator has saved a value. */
  is_set: s.boolean(),
  version: s.integer(),
  /** Whether visitors' browsers receive it. */
  is_public: s.boolean(),
  /** Whether it only has an effect in the local environment. */
  is_local: s.boolean(),
  updated_at: s.nullable(s.time()),
  updated_by_name: s.string(),
});
export type Setting = SchemaValue<typeof setting>;

const usage = s.object({
  service: s.string(),
  vendor: s.string(),
  day: s.string(),
  calls: s.integer(),
  failures: s.integer(),
  sent_bytes: s.integer(),
  received_bytes: s.integer(),
});
export type VendorUsage = SchemaValue<typeof usage>;

export const getConfigs = contract({
  method: 'GET',
  path: '/admin/configs',
  response: s.object({
    settings: s.array(setting),
    env: s.string(),
    my_mail: s.string(),
    my_mobile: s.string(),
    /** The groups, or parts of them, that can be tested, and whether their service can do its work with the saved settings. */
    tests: s.record(s.boolean()),
    /** Those of them whose last work failed, with what the words of it name. */
    failing: s.array(s.object({ test: s.string(), params: s.record(s.string()) })),
    /** Calls to outside services in the last 14 days, latest first; the service is the group. */
    usage: s.array(usage),
  }),
});

/** Saves the settings sent, all or nothing; null restores the default. */
export const updateConfigs = contract({
  method: 'PUT',
  path: '/admin/configs',
  body: { values: field.json({ rules: 'required' }), versions: field.json({ nullable: true }) },
  response: s.object({ changed: s.array(s.string()) }),
});

const change = s.object({
  id: s.integer(),
  key: s.string(),
  value: s.nullable(s.any()),
  is_secret: s.boolean(),
  /** What was stored: a value, nothing (the default applies), a secret, or an empty value. */
  state: s.literal('value', 'default', 'secret', 'empty'),
  operator: s.string(),
  created_at: s.time(),
});
export type ConfigChange = SchemaValue<typeof change>;

/** Earlier values of a setting, latest first. */
export const getConfigHistory = contract({
  method: 'GET',
  path: '/admin/configs/history',
  query: { key: field.text({ rules: 'required|max:100' }) },
  response: s.object({ data: s.array(change) }),
});

export const rollBackConfig = contract({
  method: 'POST',
  path: '/admin/configs/rollback',
  body: { id: field.integer({ rules: 'required' }) },
  response: s.object({ key: s.string() }),
});

/** Tries the service of a group, or of a part of it (`payment.wechat`), with the saved settings; messages go to the requesting administrator. */
export const testConfig = contract({
  method: 'POST',
  path: '/admin/configs/test',
  body: { group: field.text({ rules: 'required|max:30' }) },
  response: s.object({
    /** `local`: nothing left the server, since no provider is selected. */
    state: s.literal('passed', 'local', 'failed'),
    title: s.string(),
    text: s.string(),
    /** The page on which the person tries the service themselves; null when there is none. */
    url: s.nullable(s.string()),
  }),
});
