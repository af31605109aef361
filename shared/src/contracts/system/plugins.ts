import { pluginSettingKinds } from '../../domain/system/plugins/plugin-manifest.ts';
import { field } from '../../kit/field.ts';
import { contract } from '../../kit/contract.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const setting = s.object({
  key: s.string(),
  label: s.string(),
  hint: s.nullable(s.string()),
  kind: s.literal(...pluginSettingKinds),
  rules: s.string(),
  choices: s.array(s.object({ value: s.any(), key: s.string(), label: s.string() })),
  /** Null for a secret. */
  value: s.any(),
  /** Of a secret: whether it has a value. */
  is_set: s.boolean(),
});
export type PluginSettingEntry = SchemaValue<typeof setting>;

const pluginEntry = s.object({
  id: s.string(),
  name: s.string(),
  description: s.string(),
  version: s.string(),
  author: s.string(),
  state: s.literal('on', 'off', 'faulty', 'removed'),
  updated_at: s.time(),
  /** What it may do, as it asked before it was installed. */
  permissions: s.array(s.object({ name: s.string(), text: s.string() })),
  hooks: s.array(s.string()),
  routes: s.array(s.string()),
  pages: s.array(s.object({ url: s.string(), title: s.string() })),
  jobs: s.array(s.object({ name: s.string(), next_at: s.time() })),
  has_tables: s.boolean(),
  /** Megabytes its tables take, rounded up, when they were last measured. */
  used_mb: s.integer(),
  /** They take all they may: it can read them and not write. */
  is_full: s.boolean(),
  settings: s.array(setting),
});
export type PluginEntry = SchemaValue<typeof pluginEntry>;

/** What keeps plugins apart on this system, beside the guards inside their own processes. */
const boundary = s.object({
  /** An account of the system of their own. */
  own_user: s.boolean(),
  /** Without `network.connect`, a network with nothing in it. */
  own_network: s.boolean(),
  /** A limit of memory that the kernel keeps. */
  memory: s.boolean(),
  /** The database refuses them locks, messages and large objects. */
  closed_database: s.boolean(),
});
export type PluginBoundary = SchemaValue<typeof boundary>;

/** Every plugin that is installed, and those of which data is left. `may_install`: this request could install one. */
export const listPlugins = contract({
  method: 'GET',
  path: '/admin/plugins',
  response: s.object({
    plugins: s.array(pluginEntry),
    may_install: s.boolean(),
    boundary,
    /** Folders of plugins beside the program. */
    offers: s.array(s.object({ path: s.string(), name: s.string(), is_installed: s.boolean() })),
  }),
});

const line = s.object({ id: s.integer(), level: s.string(), message: s.string(), created_at: s.time() });
export type PluginLine = SchemaValue<typeof line>;

/** The last lines of a plugin's log, latest first. */
export const getPluginLog = contract({
  method: 'GET',
  path: '/admin/plugins/:plugin',
  response: s.object({ lines: s.array(line) }),
});

/** Saves settings of a plugin; those not sent stay. */
export const updatePluginSettings = contract({
  method: 'PUT',
  path: '/admin/plugins/:plugin',
  body: { settings: field.json({ rules: 'required' }) },
  response: s.object({ plugin: pluginEntry }),
});

export const switchPlugin = contract({
  method: 'POST',
  path: '/admin/plugins/:plugin',
  body: { on: field.boolean({ rules: 'required' }) },
  response: s.object({ plugin: pluginEntry }),
});

/** What a package would bring, before anything of it runs. */
export const previewPlugin = contract({
  method: 'POST',
  path: '/admin/plugin-packages/preview',
  body: { source: field.text({ rules: 'required|max:500' }) },
  response: s.object({
    plugin: pluginEntry,
    hash: s.string(),
    /** The version that is installed; null for a new one. */
    current: s.nullable(s.string()),
    /** Permissions that the installed version does not have. */
    added: s.array(s.string()),
    boundary,
  }),
});
export type PluginPreview = SchemaValue<typeof previewPlugin.response>;

/** Installs or updates exactly the package that was shown. */
export const installPlugin = contract({
  method: 'POST',
  path: '/admin/plugin-packages',
  body: { source: field.text({ rules: 'required|max:500' }), hash: field.text({ rules: 'required|max:64' }) },
  response: s.object({ plugin: pluginEntry }),
});

export const deletePlugin = contract({
  method: 'DELETE',
  path: '/admin/plugin-packages/:plugin',
  body: { with_data: field.boolean({}) },
  response: s.object({ removed: s.boolean() }),
});

/** The definition of a resource that a plugin brings, and its words in the reader's language. */
export const getResourceDefinitions = contract({
  method: 'GET',
  path: '/admin/resource-definitions',
  query: { name: field.text({ rules: 'required|max:100' }) },
  response: s.object({ definition: s.any(), words: s.record(s.string()) }),
});

/** What a page of a plugin is shown with. */
export const openPluginPage = contract({
  method: 'GET',
  path: '/open/plugin-pages/:area/:plugin/:page',
  response: s.object({
    title: s.string(),
    /** The document of the frame that the page runs in. */
    frame: s.string(),
    /** The plugin's wording in the reader's language. */
    words: s.record(s.string()),
  }),
});
