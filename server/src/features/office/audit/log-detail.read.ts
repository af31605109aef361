import { sql } from 'kysely';
import { menuEnvironments, menuMiddleware } from '@kaike/shared/domain/office/menu-access';
import { logInFailures, logInWays } from '@kaike/shared/domain/auth/log-ins';
import { field, type Field, type Fields } from '@kaike/shared/kit/field';
import { isUnreadable, kinds } from '@kaike/shared/kit/kinds';
import { permissionOf } from '@kaike/shared/kit/resource';
import type { logs } from '@kaike/shared/resources/office/logs';
import { hasPermission } from '../../../core/actor.ts';
import { fieldLabel } from '../../../core/error-answer.ts';
import type { AdminCall } from '../../../core/call.ts';
import type { Row, RowOf, Resource, Values } from '../../../kit/behaviour.ts';
import { cellWriter, choiceLabel } from '../../../kit/transfer/cells.ts';
import { resourceTranslator } from '../../../kit/resource-translations.ts';
import { titlesOf } from '../../../kit/read/labels.ts';
import { hidden } from '../../../kit/read/masked-request.ts';
import { loadPermissionTitles } from '../menus/public.ts';
import { isRestorable } from './restorable.ts';

type Sides = { before: Values | null; after: Values | null };
type LoggedRequest = { method: string | null; path: string | null; parameters: Values };
type StoredLog = Sides & { request: LoggedRequest | null; hash: string; is_intact: boolean; is_erased: boolean };
export type LoggedChange = {
  key: string;
  label: string;
  before: string | null;
  after: string | null;
  can_restore: boolean;
};
/** The subject of an entry: a resource, or settings and menus, which have fields but no generated pages. */
type About = { name: string; fields: Fields; resource: Resource | null };
/** Titles of related rows by target and id; a target is a resource and the field that identifies its rows. */
type Titles = Map<string, Map<number, string>>;

const targetOf = ({ resource = '', by = 'id' }: Field): string => `${resource} ${by}`;

const sidesOf = ({ before, after }: Sides): Values[] => [before ?? {}, after ?? {}];

const named = (names: readonly string[]): Field => ({
  ...field.tags(),
  choices: names.map((name) => ({ value: name, key: name })),
});

const menuFields: Fields = {
  is_enabled: field.boolean(),
  env: named(menuEnvironments),
  middleware: named(menuMiddleware),
  status: field.choice([
    { value: 1, key: 'shown' },
    { value: 2, key: 'hidden' },
  ]),
};

const logInFields: Fields = {
  way: field.choice(logInWays.map((value) => ({ value, key: value }))),
  failure: field.choice(logInFailures.map((value) => ({ value, key: value }))),
  device: field.text(),
};

/** Fields of what is logged and is no resource. */
const ownFields: Readonly<Record<string, Fields>> = { menus: menuFields, 'log-ins': logInFields };

/** Fields the entry may hold: the resource's and those of its action. */
async function aboutOf(call: AdminCall, name: string, action: string): Promise<About> {
  const resource = await call.ctx.resources.find(name);
  const fields = resource
    ? { ...resource.definition.fields, ...resource.definition.actions?.[action]?.fields }
    : name === 'configs'
      ? call.ctx.settings.catalog.fields
      : (ownFields[name] ?? {});
  return { name, fields, resource };
}

/** Permissions are stored as keys and shown in words: 课程 · 导出. */
const isPermissionKey = (value: unknown): value is string =>
  typeof value === 'string' && /^admin\.[\w/-]+\.[\w-]+$/.test(value);

const permissionKeysIn = (stored: Sides): string[] =>
  sidesOf(stored).flatMap((side) => Object.values(side).flat().filter(isPermissionKey));

const idsIn = (value: unknown): number[] =>
  [value].flat().filter((id): id is number => typeof id === 'number' && Number.isSafeInteger(id));

/** One query per target the entry references. */
async function readTitles(call: AdminCall, fields: Fields, stored: Sides): Promise<Titles> {
  const targets = new Map<string, { resource: Resource; by: string; ids: number[] }>();
  for (const [key, related] of Object.entries(fields)) {
    const ids = sidesOf(stored).flatMap((side) => idsIn(side[key]));
    const resource = call.ctx.resources.all.find(({ definition }) => definition.name === related.resource);
    if (!resource || ids.length === 0) continue;
    const target = targetOf(related);
    targets.set(target, { resource, by: related.by ?? 'id', ids: [...(targets.get(target)?.ids ?? []), ...ids] });
  }
  return new Map(
    await Promise.all(
      [...targets].map(
        async ([target, { ids, ...naming }]) =>
          [target, await titlesOf({ db: call.ctx.db, actor: call.actor, ...naming }, ids)] as const,
      ),
    ),
  );
}

function plainText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join('，');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

type Showing = { call: AdminCall; about: About; titles: Titles; permissions: ReadonlyMap<string, string> };

/** The field of a key, which may be any word a request brought: `constructor` is no field. */
const fieldOf = ({ fields }: About, key: string): Field | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined;

/**
 * A logged value as its field's kind has it today; undefined if it is none: hidden, only counted, or from the time
 * when the field was of another kind.
 */
function valueOfKind(definition: Field, value: unknown): unknown {
  const read = kinds[definition.kind].read(value, definition);
  if (isUnreadable(read)) return undefined;
  // Reading trims text, but the spaces may be all that was changed.
  return typeof read === 'string' && typeof value === 'string' ? value : read;
}

function choiceText({ call, about }: Showing, key: string, value: unknown): string | null {
  const choice = fieldOf(about, key)?.choices?.find((one) => one.value === value);
  return choice ? choiceLabel(call.t, about.name, { field: key, key: choice.key }) : null;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function showValue(showing: Showing, key: string, value: unknown): string | null {
  const { call, about, titles, permissions } = showing;
  const definition = fieldOf(about, key);
  if (isEmpty(value)) return null;
  if (Array.isArray(value) && value.some(isPermissionKey))
    return value.map((one) => permissions.get(String(one)) ?? String(one)).join('，');
  const stored = !definition || value === hidden ? undefined : valueOfKind(definition, value);
  if (!definition || stored === undefined) return plainText(value);
  if (Array.isArray(stored) && definition.choices)
    return plainText(stored.map((one) => choiceText(showing, key, one) ?? String(one)));
  const byId = titles.get(targetOf(definition));
  const label = byId ? idsIn(stored).map((id) => byId.get(id) ?? String(id)) : undefined;
  const row: Row = { id: 0, [key]: stored, ...(label ? { labels: { [key]: label } } : {}) };
  const context = { t: call.t, locale: call.locale, time_zone: call.time_zone, resource: about.name };
  return plainText(cellWriter(context, { key, field: definition })(row) ?? '');
}

/** In the order of the form; jsonb sorts keys by length. */
function inOrder(keys: string[], order: readonly string[]): string[] {
  const placeOf = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return keys.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Every field that differs, in the reader's language. */
export async function describeChanges(
  reader: AdminCall,
  entry: Sides & { resource: string; action: string },
): Promise<LoggedChange[]> {
  const about = await aboutOf(reader, entry.resource, entry.action);
  const call = about.resource ? { ...reader, t: resourceTranslator(reader, about.resource) } : reader;
  const showing = {
    call,
    about,
    titles: await readTitles(call, about.fields, entry),
    permissions: await loadPermissionTitles(call.ctx.db, permissionKeysIn(entry), call.locale),
  };
  const [before = {}, after = {}] = sidesOf(entry);
  const keys = inOrder([...new Set([...Object.keys(before), ...Object.keys(after)])], Object.keys(about.fields));
  return keys
    .map((key): LoggedChange => ({
      key,
      label: fieldLabel(call.t, key, entry.resource),
      before: showValue(showing, key, before[key]),
      after: showValue(showing, key, after[key]),
      can_restore: about.resource !== null && key in before && isRestorable(about.resource, entry.action, key),
    }))
    .filter((change) => change.before !== null || change.after !== null);
}

/** The fields that differ, in the reader's language, and whether the entry is intact. */
export async function loadLogDetail(call: AdminCall, row: RowOf<typeof logs>): Promise<Values> {
  const { rows } =
    await sql<StoredLog>`select l.before, l.after, l.request, encode(l.hash, 'hex') as hash, sha256(l.prev_hash || log_content(l)) = l.hash as is_intact, l.sealed is not null as is_erased
    from logs l where l.id = ${row.id}`.execute(call.ctx.db);
  const [stored] = rows;
  if (!stored) return {};
  const { before, after, request, ...rest } = stored;
  const about = { resource: String(row.resource), action: String(row.action) };
  const parameters = await describeChanges(call, { before: null, after: request?.parameters ?? null, ...about });
  const resource = await call.ctx.resources.find(String(row.resource));
  const link =
    resource && row.record_id && hasPermission(call.actor, permissionOf(resource.definition, 'show'))
      ? `/admin/${resource.definition.name}/${String(row.record_id)}`
      : '';
  return {
    ...rest,
    record_url: link,
    changes: await describeChanges(call, { before, after, ...about }),
    request: request && {
      method: request.method,
      path: request.path,
      parameters: parameters.map(({ key, label, after: value }) => ({ key, label, value })),
    },
  };
}
