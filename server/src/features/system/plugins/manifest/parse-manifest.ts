import type { Method } from '@kaike/shared/kit/contract';
import type { Area } from '@kaike/shared/kit/resource';
import { isJsonObject, parseJson } from './json.ts';
import {
  adaptersOf,
  capabilities,
  contractVersion,
  pluginEvents,
  type PluginJob,
  type PluginManifest,
  type PluginPage,
  type PluginRoute,
  type PluginSetting,
} from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { parseFieldsOf, parseRoot, parseSettingField, parseShape } from './parse-fields.ts';
import { parseResource } from './parse-resource.ts';
import { ManifestReader } from './reader.ts';

/** What a manifest can name that the product has. */
export type KnownNames = {
  /** Reading permissions of resources: `admin.courses.list`, `admin.members.reveal`. */
  readonly permissions: ReadonlySet<string>;
  /** The files of the package. */
  readonly files: ReadonlySet<string>;
};

const idPattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const versionPattern = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;
const namePattern = /^[a-z][a-z0-9-]{0,39}$/;
/** Fixed words and `:id`; each plugin's routes lie below its own address, so that none covers another one. */
const pathPattern = /^(?:\/(?:[a-z0-9][a-z0-9-]{0,39}|:id|:[a-z]{1,20}_id))+$/;
const filePattern = /^[\w-]+(?:\/[\w.-]+)*\.(?:js|mjs)$/;
const areas: readonly Area[] = ['open', 'home', 'admin'];
const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];
const perMinute = { min: 1, max: 600, initial: 60 };

/** Whether this server keeps the contract that a plugin asks for: `^1`, or `^1.0` up to our minor version. */
function isKept(range: string): boolean {
  const [, major, minor = '0'] = /^\^(\d{1,3})(?:\.(\d{1,3}))?$/.exec(range) ?? [];
  return major !== undefined && Number(major) === contractVersion.major && Number(minor) <= contractVersion.minor;
}

function readArea(reader: ManifestReader): Area {
  const text = reader.text('area', { matches: /^(?:open|home|admin)$/ });
  return areas.find((area) => area === text) ?? 'admin';
}

/** The own permission of an entry of the back office; other areas have none. */
function readPermission(reader: ManifestReader, area: Area, own: PluginManifest['own_permissions']): string | null {
  const name = reader.text('permission', { initial: '' });
  if (area !== 'admin') {
    if (name !== '') reader.complain('permission', 'is for the back office only');
    return null;
  }
  if (!Object.hasOwn(own, name)) reader.complain('permission', 'must be one of own_permissions');
  return name;
}

function readRoute(reader: ManifestReader, own: PluginManifest['own_permissions']): PluginRoute {
  const area = readArea(reader);
  const method = reader.text('method', { matches: /^(?:GET|POST|PUT|DELETE)$/ });
  const activated = reader.flag('activated');
  if (activated && area !== 'home') reader.complain('activated', 'is for the area of members only');
  return {
    area,
    method: methods.find((one) => one === method) ?? 'GET',
    path: reader.text('path', { matches: pathPattern }),
    permission: readPermission(reader, area, own),
    activated,
    query: parseFieldsOf(reader, 'query'),
    body: parseFieldsOf(reader, 'body'),
    answer: parseShape(reader),
    per_minute: reader.integer('per_minute', perMinute),
  };
}

function readPage(
  reader: ManifestReader,
  own: PluginManifest['own_permissions'],
  files: ReadonlySet<string>,
): PluginPage {
  const area = readArea(reader);
  const module = reader.text('module', { matches: filePattern });
  if (!module.startsWith('web/') || !files.has(module)) reader.complain('module', 'must be a file below web/');
  return {
    area,
    name: reader.text('name', { matches: namePattern }),
    title: reader.words('title'),
    icon: reader.text('icon', { matches: namePattern, initial: 'puzzle' }),
    module,
    in_menu: reader.flag('in_menu'),
    root: parseRoot(reader),
    permission: readPermission(reader, area, own),
  };
}

function readSetting(reader: ManifestReader, name: string): PluginSetting {
  const hint = reader.value('hint') === undefined ? null : reader.words('hint');
  const field = parseSettingField(reader, name);
  const labels = field.kind === 'choice' ? reader.wordsByName('choice_labels') : {};
  return { label: reader.words('label'), hint, field, choice_labels: labels };
}

function readJob(reader: ManifestReader): PluginJob {
  return {
    name: reader.text('name', { matches: namePattern }),
    weekday: reader.integer('weekday', { min: 1, max: 7, initial: null }),
    hour: reader.integer('hour', { min: 0, max: 23, initial: 0 }),
    minute: reader.integer('minute', { min: 0, max: 59, initial: 0 }),
  };
}

function checkPermissions(reader: ManifestReader, names: readonly string[], known: ReadonlySet<string>): void {
  for (const name of names)
    if (!known.has(name) && !capabilities.includes(name))
      reader.complain('permissions', `has ${name}, which no plugin can have`);
}

function checkTwice(reader: ManifestReader, key: string, names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) reader.complain(key, `has ${twice} twice`);
}

/** What a route, a hook or a job needs is a module with handlers. */
function checkServer(reader: ManifestReader, manifest: PluginManifest, files: ReadonlySet<string>): void {
  const { server, routes, hooks, jobs, has_tables } = manifest;
  const needs = routes.length + hooks.length + jobs.length + adaptersOf(manifest).length > 0 || has_tables;
  if (server === null && needs)
    reader.complain('server', 'is missing: routes, hooks, jobs, adapters and tables need it');
  if (server !== null && !files.has(server)) reader.complain('server', 'is no file of the package');
}

const hasMigrations = (files: ReadonlySet<string>): boolean =>
  [...files].some((file) => /^migrations\/.+\.sql$/.test(file));

/** Pages and routes of the back office that a resource would hide, or be hidden by. */
function checkAddresses(reader: ManifestReader, { resources, pages, routes }: PluginManifest): void {
  const taken = [
    ...pages.flatMap(({ area, name }) => (area === 'admin' ? [name] : [])),
    ...routes.flatMap(({ area, path }) => (area === 'admin' ? (path.split('/')[1] ?? []) : [])),
  ];
  for (const { name } of resources)
    if (taken.some((one) => one === name || one.startsWith(':')))
      reader.complain('resources', `has ${name}, which is the address of a page or a route, too`);
  checkTwice(
    reader,
    'resources',
    resources.map(({ name }) => name.replaceAll('-', '_')),
  );
}

function readAll(reader: ManifestReader, { permissions, files }: KnownNames): PluginManifest {
  const own = reader.entries('own_permissions', { matches: namePattern, most: 20 }, (entry) => entry.words('name'));
  const server = reader.text('server', { initial: '' });
  const resources = reader.list('resources', parseResource);
  const manifest: PluginManifest = {
    id: reader.text('id', { matches: idPattern, most: 30 }),
    version: reader.text('version', { matches: versionPattern }),
    kaike: reader.text('kaike', { most: 20 }),
    name: reader.words('name'),
    description: reader.words('description'),
    author: reader.text('author', { most: 100, initial: '' }),
    permissions: reader.texts('permissions', { matches: /^[a-z][a-z.-]{1,80}$/, most: 40 }),
    own_permissions: own,
    server: server === '' ? null : server,
    has_tables: hasMigrations(files) || (server !== '' && resources.length > 0),
    settings: reader.entries('settings', { matches: /^[a-z][a-z0-9_]{0,39}$/, most: 40 }, readSetting),
    routes: reader.list('routes', (entry) => readRoute(entry, own)),
    pages: reader.list('pages', (entry) => readPage(entry, own, files)),
    resources,
    hooks: reader.texts('hooks', { matches: /^[a-z_.]+$/, most: pluginEvents.length }),
    jobs: reader.list('jobs', readJob),
  };
  if (!isKept(manifest.kaike))
    reader.complain(
      'kaike',
      `asks for "${manifest.kaike}"; this server keeps ^${contractVersion.major}.${contractVersion.minor}`,
    );
  for (const event of manifest.hooks)
    if (!pluginEvents.includes(event))
      reader.complain('hooks', `has ${event}, which is no event: ${pluginEvents.join(', ')}`);
  checkPermissions(reader, manifest.permissions, permissions);
  checkTwice(
    reader,
    'routes',
    manifest.routes.map(({ method, area, path }) => `${method} ${area}${path.replace(/:\w+/g, ':')}`),
  );
  checkTwice(
    reader,
    'pages',
    manifest.pages.map(({ area, name }) => `${area}/${name}`),
  );
  checkTwice(
    reader,
    'permissions of pages',
    manifest.pages.flatMap(({ permission }) => permission ?? []),
  );
  checkTwice(
    reader,
    'jobs',
    manifest.jobs.map(({ name }) => name),
  );
  checkAddresses(reader, manifest);
  checkServer(reader, manifest, files);
  return manifest;
}

/** Reads `plugin.json`: the manifest, or everything that is wrong with it. */
export function parseManifest(text: string, known: KnownNames): PluginManifest | { problems: string[] } {
  const raw = parseJson(text);
  if (!isJsonObject(raw)) return { problems: ['plugin.json is no JSON object'] };
  const problems: string[] = [];
  const reader = new ManifestReader(raw, '', problems);
  const manifest = readAll(reader, known);
  reader.finish();
  return problems.length > 0 ? { problems } : manifest;
}
