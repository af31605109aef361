import type { Area, MenuRoot, Operation } from '../../../kit/resource.ts';
import type { Field, FieldKind, Fields } from '../../../kit/field.ts';
import type { Method } from '../../../kit/contract.ts';
import { fallbackChain, type Locale } from '../../../locales/languages.ts';

/** A text in the languages of its author; `zh-CN` is always there. */
export type LocalizedText = Partial<Record<Locale, string>> & { readonly 'zh-CN': string };

/** The shape of an answer: `text`, `integer`, `number`, `boolean`, `any`, a list `[shape]`, or an object; `?` behind a name allows null. */
export type AnswerShape = string | readonly AnswerShape[] | { readonly [key: string]: AnswerShape };

export type PluginRoute = {
  readonly area: Area;
  readonly method: Method;
  /** Below the plugin's own address: `/days/:id`. */
  readonly path: string;
  /** Of a route of the back office: the name of one of the plugin's own permissions. */
  readonly permission: string | null;
  /** Of a route of members: only who has activated something. */
  readonly activated: boolean;
  readonly query: Fields;
  readonly body: Fields;
  readonly answer: AnswerShape;
  /** Uses a minute: by address in the open area, else by person. */
  readonly per_minute: number;
};

export type PluginPage = {
  readonly area: Area;
  /** Its address is `/<area>/plugins/<id>/<name>`. */
  readonly name: string;
  readonly title: LocalizedText;
  readonly icon: string;
  /** A module below `web`, which exports `mount`. */
  readonly module: string;
  readonly in_menu: boolean;
  /** The heading it stands below in the back office. */
  readonly root: MenuRoot;
  readonly permission: string | null;
};

/** Kinds of fields whose values need nothing of the product but their rules. */
export const pluginFieldKinds = [
  'text',
  'long_text',
  'email',
  'integer',
  'decimal',
  'boolean',
  'choice',
  'date',
  'date_time',
  'tags',
] as const satisfies readonly FieldKind[];

/** A setting can be a secret, too. */
export const pluginSettingKinds = [...pluginFieldKinds, 'password'] as const satisfies readonly FieldKind[];

export type PluginSetting = {
  readonly label: LocalizedText;
  readonly hint: LocalizedText | null;
  readonly field: Field;
  /** Of a choice: what its values are called. Manifests that an earlier release checked have none. */
  readonly choice_labels?: Readonly<Record<string, LocalizedText>>;
};

/** What a resource of a plugin can offer: everything but imports. */
export const pluginOperations = [
  'list',
  'show',
  'create',
  'update',
  'delete',
  'export',
] as const satisfies readonly Operation[];

export type PluginResourceField = PluginSetting & {
  readonly choice_labels: Readonly<Record<string, LocalizedText>>;
};

/** Rows that a plugin keeps and the back office lists, edits and exports like its own. */
export type PluginResource = {
  /** Its address is `/admin/plugins/<id>/<name>`, its table has the same name. */
  readonly name: string;
  readonly title: LocalizedText;
  /** A number of rows, as in `{count, plural, =1 {1 room} other {# rooms}}`; null when the manifest has none. */
  readonly unit?: LocalizedText | null;
  readonly icon: string;
  readonly root: MenuRoot;
  readonly only: readonly Operation[];
  readonly fields: Readonly<Record<string, PluginResourceField>>;
  /** The field that stands for a row. */
  readonly row_title: string;
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly search: readonly string[];
  readonly sort: readonly string[];
  readonly quick_edit: readonly string[];
  readonly default_sort: string;
};

export type PluginJob = {
  readonly name: string;
  /** In the time of the school. `weekday` is 1 (Monday) to 7; every day without one. */
  readonly weekday: number | null;
  readonly hour: number;
  readonly minute: number;
};

/** What a plugin says of itself in `plugin.json`, once it has been checked. */
export type PluginManifest = {
  readonly id: string;
  readonly version: string;
  readonly kaike: string;
  readonly name: LocalizedText;
  readonly description: LocalizedText;
  readonly author: string;
  /** What it asks for: permissions on resources of the product, and capabilities such as `mail.send`. */
  readonly permissions: readonly string[];
  /** Permissions of its own, which roles of the back office may hold. */
  readonly own_permissions: Readonly<Record<string, LocalizedText>>;
  /** The module with its routes, hooks and jobs; null for one without. */
  readonly server: string | null;
  /** Whether its server code has tables: those of its migrations, or of its resources. */
  readonly has_tables: boolean;
  readonly settings: Readonly<Record<string, PluginSetting>>;
  readonly routes: readonly PluginRoute[];
  readonly pages: readonly PluginPage[];
  readonly resources: readonly PluginResource[];
  readonly hooks: readonly string[];
  readonly jobs: readonly PluginJob[];
};

/** The version of the contract between Kaike and its plugins: a plugin asks for `^1` or `^1.0`. */
export const contractVersion = { major: 1, minor: 2 } as const;

/** Events that a hook can be for. */
export const pluginEvents: readonly string[] = [
  'card.activated',
  'order.paid',
  'order.partly_refunded',
  'order.refunded',
  'lesson.completed',
  'member.created',
  'member.status_changed',
];

/** Outside services that a plugin can take the place of, each with the operation that is called. */
export const adapterOperations = { sms: 'send', moderation: 'judge', translation: 'translate' } as const;
export type AdapterService = keyof typeof adapterOperations;
export const adapterServices: readonly AdapterService[] = ['sms', 'moderation', 'translation'];

/** What a plugin asks for to be chosen in the settings of a service. */
export const adapterPermission = (service: AdapterService): string => `adapter.${service}`;

/** The key of a handler in `adapters` of the plugin's module. */
export const adapterKey = (service: AdapterService): string => `${service}.${adapterOperations[service]}`;

/** What a plugin can be allowed to do besides reading resources. */
export const capabilities: readonly string[] = [
  'mail.send',
  'network.connect',
  ...adapterServices.map(adapterPermission),
];

/** The services that a plugin can be chosen for. */
export const adaptersOf = ({ permissions }: { readonly permissions: readonly string[] }): AdapterService[] =>
  adapterServices.filter((service) => permissions.includes(adapterPermission(service)));

/** The key of a handler in the plugin's module: `GET /home/days/:id`. */
export const routeKey = ({ method, area, path }: Pick<PluginRoute, 'method' | 'area' | 'path'>): string =>
  `${method} /${area}${path}`;

/** The text of a language, or of the next one that its reader knows. */
export const wordsIn = (words: LocalizedText, locale: Locale): string =>
  fallbackChain(locale)
    .map((one) => words[one])
    .find((text) => text !== undefined) ?? words['zh-CN'];

/** What an administrator has set of a plugin, by name. */
export type PluginValues = Readonly<Record<string, unknown>>;

export const pluginState = { on: 1, off: 2, faulty: 3, removed: 4 } as const;
export type PluginState = (typeof pluginState)[keyof typeof pluginState];
