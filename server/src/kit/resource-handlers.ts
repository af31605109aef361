import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { RelationWhere } from '@kaike/shared/kit/field';
import { kinds } from '@kaike/shared/kit/kinds';
import { hasPermission } from '../core/actor.ts';
import { AppError, assert } from '../core/app-error.ts';
import { fieldLabel } from '../core/error-answer.ts';
import { withIdempotency } from '../core/with-idempotency.ts';
import type { AdminCall, ById } from '../core/call.ts';
import { heldPermissions, canPerform, rowScope } from './access.ts';
import type { FailedRow, Resource, Row, Undo, Values } from './behaviour.ts';
import { choiceLabel } from './transfer/cells.ts';
import { exportFile } from './transfer/export-file.ts';
import { exportPage } from './transfer/export-rows.ts';
import { importRows } from './transfer/import-rows.ts';
import { previewImport } from './transfer/preview-import.ts';
import { addFileInfo } from './files.ts';
import { maximumKeyword, maximumPage, parseListQuery, parseWhole, treeOf } from './read/list-query.ts';
import { nameCondition } from './read/conditions.ts';
import { countViewsOf } from './read/views.ts';
import { findRows, fromOf, listRows, presentFullRow, loadRow } from './read/load-rows.ts';
import { describeTarget, parseIds, loadTarget, targetCondition } from './write/bulk-target.ts';
import { runAction } from './write/run-action.ts';
import { createRow, deleteRows, restoreRows, updateRow } from './write/write-rows.ts';
import { nameTrashed } from './write/find-trashed.ts';

const queryOf = ({ raw_query: { json: _json, ...query } }: AdminCall): Values => query;
const resourceName = (call: AdminCall, { definition }: Resource): string => call.t(`resources.${definition.name}.name`);

function alert(call: AdminCall, text: string) {
  return {
    show: true,
    title: '',
    message: text,
    type: 'success',
    position: 'top',
    iconClass: '',
    customClass: '',
    duration: 3000,
    showClose: false,
    id: call.request_id,
  };
}

async function maps(call: AdminCall, { definition, behaviour }: Resource) {
  const open = await behaviour.choices?.(call);
  return Object.fromEntries(
    Object.entries(definition.fields)
      .filter(([, field]) => field.choices)
      .map(([key, field]) => [
        key,
        [
          ...(field.choices ?? []).map((choice) => ({
            value: choice.value,
            label: choiceLabel(call.t, definition.name, { field: key, key: choice.key }),
            tone: choice.tone ?? 'default',
          })),
          ...(open?.[key] ?? []).map((one) => ({ ...one, tone: 'default' })),
        ],
      ]),
  );
}

function urls(call: AdminCall, { definition }: Resource) {
  const granted = new Set(heldPermissions(call.actor, definition));
  const base = `/${definition.area}/${definition.name}`;
  const when = (operation: string, path: string): string => (granted.has(operation) ? base + path : '');
  return {
    indexUrl: when('list', ''),
    listUrl: when('list', '/list'),
    showUrl: when('show', '/{id}'),
    createUrl: when('create', ''),
    updateUrl: when('update', '/{id}'),
    deleteUrl: when('delete', ''),
    exportUrl: when('export', '/export'),
    importUrl: when('import', '/import'),
  };
}

function offered({ definition }: Resource) {
  const where = Object.fromEntries(
    (definition.list.filters ?? []).map((key) => {
      const field = definition.fields[key];
      const isRange = field && kinds[field.kind].filter === 'range';
      return [
        key,
        {
          kind: field?.kind ?? 'text',
          operators: ['equal', 'in', ...(isRange ? ['between'] : []), ...(field && treeOf(field) ? ['below'] : [])],
        },
      ];
    }),
  );
  return {
    where,
    order: ['id', ...(definition.list.sort ?? []).filter((key) => key !== 'id')],
    search: definition.list.search ?? [],
  };
}

function excel(call: AdminCall, resource: Resource) {
  const { transfer, name } = resource.definition;
  const labels = (keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, fieldLabel(call.t, key, name)]));
  const sheet = resourceName(call, resource);
  return {
    sheet,
    fileName: sheet,
    exportFields: labels(transfer?.export ?? []),
    importFields: labels(transfer?.import ?? []),
  };
}

/** Everything a list page needs at once: the first page, options and permissions. */
export async function index(call: AdminCall, resource: Resource): Promise<unknown> {
  return {
    list: await list(call, resource),
    views: await countViewsOf(call.ctx.db, call.actor, resource),
    options: offered(resource),
    maps: await maps(call, resource),
    configUrl: urls(call, resource),
    excel: excel(call, resource),
    permissions: heldPermissions(call.actor, resource.definition),
  };
}

export async function list(call: AdminCall, resource: Resource): Promise<unknown> {
  const query = parseListQuery(resource.definition, queryOf(call), { takes_blanks: true });
  const page = await listRows({ db: call.ctx.db, actor: call.actor, resource }, query);
  await addFileInfo(call, resource, page.data);
  await resource.behaviour.present?.words(call, page.data);
  return page;
}

function initialRow({ definition }: Resource): Values {
  return Object.fromEntries(Object.entries(definition.fields).map(([key, field]) => [key, field.initial ?? null]));
}

/** One row; id 0 returns the defaults of a new one. */
export async function get(call: AdminCall & ById, resource: Resource): Promise<unknown> {
  const { id } = call.params;
  const row = id === 0 ? initialRow(resource) : await loadRow({ db: call.ctx.db, actor: call.actor, resource }, id);
  if (id !== 0) await addFileInfo(call, resource, [row as Row]);
  const extension = id === 0 ? {} : await resource.behaviour.extend?.(call, row as Row);
  if (id !== 0) await resource.behaviour.present?.words(call, [row as Row]);
  return {
    row: { ...row, ...extension },
    maps: await maps(call, resource),
    configUrl: urls(call, resource),
    permissions: heldPermissions(call.actor, resource.definition),
  };
}

/** What the row lacks, by verb. */
export async function checks(call: AdminCall & ById, resource: Resource): Promise<unknown> {
  const [row] = await findRows({ db: call.ctx.db, actor: call.actor, resource }, [call.params.id]);
  assert(row, 'record.not_found');
  const lists = await Promise.all(
    (resource.definition.status?.checked ?? []).map(async (verb) => [
      verb,
      (await resource.behaviour.checks?.[verb]?.(call, row)) ?? [],
    ]),
  );
  return { checks: Object.fromEntries(lists) };
}

export async function create(call: AdminCall, resource: Resource): Promise<unknown> {
  const created = withIdempotency(call, `${resource.definition.name}.create`, async (trx) => {
    const row = await createRow({ trx, call, resource }, call.raw_body);
    return {
      id: row.id,
      alert: alert(call, call.t('kit.created', { name: String(row[resource.definition.title] ?? '') })),
    };
  });
  return created.catch(async (error: unknown) => {
    throw await nameTrashed({ call, resource, body: call.raw_body }, error);
  });
}

export async function update(call: AdminCall & ById, resource: Resource): Promise<unknown> {
  const { id } = call.params;
  const changed = await updateRow({ call, resource }, id, call.raw_body);
  const row = await presentFullRow({ db: call.ctx.db, actor: call.actor, resource }, changed);
  await addFileInfo(call, resource, [row]);
  return { row, alert: alert(call, call.t('kit.saved')) };
}

/** Refused rows with their titles and the reason in the reader's language. */
async function presentFailures(call: AdminCall, resource: Resource, failed: readonly FailedRow[]) {
  const rows = await findRows(
    { db: call.ctx.db, actor: call.actor, resource },
    failed.map((row) => row.id),
  );
  const titles = new Map(rows.map((row) => [row.id, String(row[resource.definition.title] ?? '')]));
  return failed.map((row) => ({
    id: row.id,
    title: titles.get(row.id) ?? '',
    code: row.code,
    message: call.t(`errors.${row.code}`, row.params),
  }));
}

/** A dry run reports what a bulk write would touch; requested before it starts. */
const isDryRun = (body: Values): boolean => body['dry_run'] === true || body['dry_run'] === '1';

export async function remove(call: AdminCall, resource: Resource): Promise<unknown> {
  const raw = call.raw_body;
  const reading = { db: call.ctx.db, actor: call.actor, resource };
  if (isDryRun(raw)) return describeTarget(reading, raw, []);
  const body = 'ids' in raw || 'matching' in raw ? raw : { ids: call.raw_query['ids[]'] };
  const { ids, page } = await loadTarget(reading, body);
  const { deleted, failed } = await deleteRows({ call, resource }, ids);
  const first = failed[0];
  if (!page && deleted === 0 && first) throw new AppError(first.code, first.params ? { params: first.params } : {});
  return {
    deleted,
    failed: await presentFailures(call, resource, failed),
    ...(page ? { page, ids } : {}),
    alert: alert(call, call.t('kit.deleted', { count: deleted })),
  };
}

export async function restore(call: AdminCall, resource: Resource): Promise<unknown> {
  const {
    restored: { length: restored },
    failed: [first],
  } = await restoreRows({ call, resource }, parseIds(call.raw_body));
  if (restored === 0 && first) throw new AppError(first.code, first.params ? { params: first.params } : {});
  return { restored, alert: alert(call, call.t('kit.restored', { count: restored })) };
}

/** When the only row was refused, the request is refused. */
function throwOnly([first, ...others]: readonly FailedRow[]): void {
  if (first && others.length === 0)
    throw new AppError(first.code, {
      ...(first.params ? { params: first.params } : {}),
      ...(first.field ? { field: first.field } : {}),
    });
}

const mayUndo = (call: AdminCall, undo: readonly Undo[]): boolean =>
  undo.every(({ resource, action }) => canPerform(call.actor, call.ctx.resources.get(resource).definition, action));

/** How many rows an action would change, and what would become of them; nothing is changed. */
async function describeAction(call: AdminCall, resource: Resource, name: string): Promise<unknown> {
  const body = call.raw_body;
  assert(canPerform(call.actor, resource.definition, name), 'access.denied');
  const { when = [] } = resource.definition.actions?.[name] ?? {};
  const figures = await describeTarget({ db: call.ctx.db, actor: call.actor, resource }, body, when);
  const notes = await resource.behaviour.dryRunNotes?.[name]?.(call, {
    where: targetCondition({ actor: call.actor, resource }, body),
    input: body,
  });
  if (!notes) return figures;
  return Array.isArray(notes) ? { ...figures, notes } : { ...figures, ...notes };
}

export async function act(call: AdminCall, resource: Resource, name: string): Promise<unknown> {
  const { definition } = resource;
  if (isDryRun(call.raw_body) && definition.actions?.[name]?.on === 'rows') return describeAction(call, resource, name);
  const result = await withIdempotency(call, `${definition.name}.${name}`, (trx) =>
    runAction({ trx, call, resource }, name),
  );
  if (!result.page && result.changed === 0) throwOnly(result.failed);
  return {
    ...result.extra,
    changed: result.changed,
    failed: await presentFailures(call, resource, result.failed),
    ...(result.page ? { page: result.page } : {}),
    ...(result.undo?.length && mayUndo(call, result.undo) ? { undo: result.undo } : {}),
    alert: alert(call, call.t('kit.changed', { count: result.changed })),
  };
}

export async function exportData(call: AdminCall, resource: Resource): Promise<unknown> {
  const { format } = queryOf(call);
  return format === 'xlsx' ? exportFile(call, resource) : exportPage(call, resource);
}

function readDatas({ datas }: Values): Values[] {
  const isGood =
    Array.isArray(datas) && datas.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));
  if (!isGood) throw new AppError('request.invalid', { failures: { datas: [{ rule: 'array', params: [] }] } });
  return datas as Values[];
}

/** What an import of these rows would do; nothing is changed. */
export async function importPreview(call: AdminCall, resource: Resource): Promise<unknown> {
  return { rows: await previewImport({ call, resource }, readDatas(call.raw_body)) };
}

export async function importData(call: AdminCall, resource: Resource): Promise<unknown> {
  const body = call.raw_body;
  const datas = readDatas(body);
  // A chunk without a run is an import by itself.
  const run = {
    run: String(body['run'] ?? '').slice(0, 100) || randomUUID(),
    file_name: String(body['file_name'] ?? '').slice(0, 200),
  };
  return withIdempotency(call, `${resource.definition.name}.import`, async (trx) => ({
    status: 200,
    ...(await importRows({ trx, call, resource }, datas, run)),
  }));
}

const optionsPerPage = 20;
const maxChildren = 500;

/** Labels that are stored as keys, in the reader's words. */
async function wordOptions<O extends { id: number; label: string }>(
  call: AdminCall,
  { definition: { title }, behaviour: { present } }: Resource,
  offered: readonly O[],
): Promise<O[]> {
  const rows = offered.map(({ id, label }): Row => ({ id, [title]: label }));
  if (present?.fields.includes(title)) await present.words(call, rows);
  return offered.map((option, place) => ({ ...option, label: String(rows[place]?.[title] ?? '') }));
}

/** The children of a tree node, in order; those of 0 are the roots. */
async function childrenOf(call: AdminCall, resource: Resource, parent: number): Promise<unknown> {
  const { definition } = resource;
  const { rows } = await sql<{ id: number; label: string; has_children: boolean }>`
    select r.id, r.${sql.ref(definition.title)} as label, r.rgt > r.lft + 1 as has_children from ${fromOf(resource)} r
    where ${rowScope(call.actor, resource)} and r.parent_id is not distinct from ${parent === 0 ? null : parent}::bigint order by r.lft, r.id limit ${maxChildren}`.execute(
    call.ctx.db,
  );
  return { data: await wordOptions(call, resource, rows) };
}

/** A whole number from the query, default 0. */
function wholeOf(raw: Values, key: string, maximum = Number.MAX_SAFE_INTEGER): number {
  const number = parseWhole(raw[key], 0);
  if (number === null || number > maximum)
    throw new AppError('request.invalid', { failures: { [key]: [{ rule: 'integer', params: [] }] } });
  return number;
}

/** Permissions, any of which allows looking rows up, the columns that relations use to identify the rows, and the rows they are limited to. */
export type OptionLookup = {
  permissions: readonly string[];
  known_by: ReadonlySet<string>;
  /** By its JSON, as requests name it. */
  known_where: ReadonlyMap<string, RelationWhere>;
};

/** Options of a relation field: by the ids it holds, or by keyword. */
export async function options(call: AdminCall, resource: Resource, lookup: OptionLookup): Promise<unknown> {
  assert(
    lookup.permissions.some((permission) => hasPermission(call.actor, permission)),
    'access.denied',
  );
  const { definition, behaviour } = resource;
  const raw = call.raw_query;
  if (definition.tree && raw['parent_id'] !== undefined) return childrenOf(call, resource, wholeOf(raw, 'parent_id'));
  const keyword = String(raw['keyword'] ?? '')
    .trim()
    .slice(0, maximumKeyword);
  const ids = [raw['ids[]'] ?? raw['ids'] ?? []]
    .flat()
    .flatMap((value) => String(value).split(','))
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
  const page = Math.max(1, wholeOf(raw, 'page', maximumPage));
  const knownBy = String(raw['by'] ?? 'id');
  assert(lookup.known_by.has(knownBy), 'request.invalid', { field: 'by' });
  const where = raw['where'] === undefined ? {} : lookup.known_where.get(String(raw['where']));
  assert(where, 'request.invalid', { field: 'where' });
  const scope = rowScope(call.actor, resource);
  const limits = Object.entries(where).map(([column, value]) => sql`r.${sql.ref(column)} = ${value}`);
  const title = sql`r.${sql.ref(definition.title)}`;
  const key = sql`r.${sql.ref(knownBy)}`;
  const match =
    ids.length > 0
      ? sql`${key} = any(${ids}::bigint[])`
      : keyword === ''
        ? sql`true`
        : nameCondition(resource, scope, keyword);
  // What a row holds has its name, whether it would still be offered or not.
  const offered = ids.length > 0 ? match : sql.join([match, ...limits], sql` and `);
  const { rows } = await sql<{
    id: number;
    label: string;
  }>`select ${key} as id, ${title} as label from ${sql.table(behaviour.read_from ?? definition.table)} r
    where ${scope} and ${offered} order by r.id desc limit ${ids.length > 0 ? 200 : optionsPerPage} offset ${(page - 1) * optionsPerPage}`.execute(
    call.ctx.db,
  );
  return { data: await wordOptions(call, resource, rows) };
}
