import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { checkValue } from '@kaike/shared/rules/engine';
import { permissionOf } from '@kaike/shared/kit/resource';
import { defaultOf } from '../../../../core/settings/setting-fields.ts';
import type { AdminActor } from '../../../../core/actor.ts';
import { noClosedEntries } from '../../../../core/sessions/closed-entries.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { Context } from '../../../../core/context.ts';
import { parseListQuery } from '../../../../kit/read/list-query.ts';
import { listRows } from '../../../../kit/read/load-rows.ts';
import { writeXlsx } from '../../../../kit/transfer/xlsx/xlsx-stream.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../manifest/json.ts';
import { openSecrets } from '../life/plugin-secrets.ts';
import { writeLine, type PluginRow } from '../plugins.store.ts';

/** What the plugin asked for is not granted, or makes no sense; its author reads the text. */
class Refused extends Error {}

type Asking = { ctx: Context; plugin: PluginRow };

const isScalar = (value: JsonValue | undefined): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** A plugin reads as an administrator who holds exactly what was granted: the same rows, scope and masks. */
const actorOf = ({ id, permissions }: PluginRow): AdminActor => ({
  user_id: 0,
  session_id: 0,
  name: `plugin ${id}`,
  language: null,
  must_change_password: false,
  second_factor: null,
  member: null,
  admin: {
    id: 0,
    is_super: false,
    roles: [],
    permissions: new Set(permissions),
    agency: null,
    closed: noClosedEntries,
  },
});

/** `{ course_id: 7, last_at: { from: '…', to: '…' } }` as the list query of a request. */
function whereOf(where: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(where).flatMap(([key, value]): [string, unknown][] => {
      if (isScalar(value)) return [[`where[${key}]`, String(value)]];
      if (Array.isArray(value)) return [[`where[${key}][]`, value.map(String)]];
      if (!isJsonObject(value)) return [[`where[${key}]`, 'null']];
      const { from = '', to = '', ...others } = value;
      if (Object.keys(others).length > 0) throw new Refused(`where.${key} takes a value, a list, or { from, to }.`);
      return [
        [`where[${key}][0]`, isScalar(from) ? String(from) : ''],
        [`where[${key}][1]`, isScalar(to) ? String(to) : ''],
      ];
    }),
  );
}

function queryOf({ where, order, page, per_page }: JsonObject): Record<string, unknown> {
  if (where !== undefined && !isJsonObject(where)) throw new Refused('where is { field: value }.');
  const [sorted] = isJsonObject(order) ? Object.entries(order) : [];
  return {
    ...(isJsonObject(where) ? whereOf(where) : {}),
    ...(sorted ? { [`order[${sorted[0]}]`]: String(sorted[1]) } : {}),
    ...(isScalar(page) ? { page: String(page) } : {}),
    ...(isScalar(per_page) ? { per_page: String(per_page) } : {}),
  };
}

/** One page of a resource of the product. */
async function read({ ctx, plugin }: Asking, input: JsonObject): Promise<unknown> {
  const name = String(input['resource']);
  const resource = ctx.resources.all.find(({ definition }) => definition.name === name);
  if (!resource || !plugin.permissions.includes(permissionOf(resource.definition, 'list')))
    throw new Refused(`Reading ${name} is not granted: ask for admin.${name}.list in "permissions".`);
  try {
    const query = parseListQuery(resource.definition, queryOf(input));
    const { data, total, last_page } = await listRows({ db: ctx.db, actor: actorOf(plugin), resource }, query);
    return { data, total, last_page };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new Refused(
      `${name} cannot be read so: ${Object.keys(error.details.failures ?? {}).join(', ') || error.code}`,
    );
  }
}

/** The settings as the administrator saved them, else their initial values; secrets are not among them. */
export const settingsOf = ({ manifest, settings }: Pick<PluginRow, 'manifest' | 'settings'>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(manifest.settings).flatMap(([key, { field }]) =>
      field.kind === 'password' ? [] : [[key, settings[key] ?? defaultOf(field)]],
    ),
  );

const mailsPerDay = 500;
const maxSheetRows = 50_000;

type Cell = string | number | boolean | null;
const isCell = (value: JsonValue): value is Cell => value === null || isScalar(value);

async function toSheet(value: JsonValue): Promise<{ name: string; content: Buffer }> {
  const { name, rows } = isJsonObject(value) ? value : {};
  if (typeof name !== 'string' || name === '' || !Array.isArray(rows) || rows.length > maxSheetRows)
    throw new Refused(`A sheet is { name, rows } with at most ${maxSheetRows} rows.`);
  const cells = rows.map((row: JsonValue) => (Array.isArray(row) ? row.filter(isCell) : []));
  const stream = new PassThrough();
  const content = buffer(stream);
  const chunks = async function* (): AsyncGenerator<Cell[][]> {
    yield cells;
  };
  await writeXlsx(stream, { sheet: name, rows: chunks() });
  return { name: `${name.replace(/[\\/:*?"<>|]/g, ' ')}.xlsx`, content: await content };
}

/** Hands a mail over, with spreadsheets made from rows. */
async function mail({ ctx, plugin }: Asking, input: JsonObject): Promise<unknown> {
  if (!plugin.permissions.includes('mail.send'))
    throw new Refused('Sending mail is not granted: ask for mail.send in "permissions".');
  const { to, subject, text, sheets = [] } = input;
  const isAddress = typeof to === 'string' && checkValue(to, 'required|email|max:254', { values: {} }).length === 0;
  if (
    !isAddress ||
    typeof subject !== 'string' ||
    /[\r\n]/.test(subject) ||
    typeof text !== 'string' ||
    !Array.isArray(sheets)
  )
    throw new Refused('A mail is { to, subject, text, sheets }.');
  await ctx.limiter.take({ key: `plugin-mail|${plugin.id}`, max: mailsPerDay, seconds: 86_400 });
  const attachments = await Promise.all(sheets.slice(0, 5).map(toSheet));
  return ctx.adapters.mail.send({ to, subject: subject.slice(0, 200), text, attachments });
}

const linesPerHour = 200;

async function log({ ctx, plugin }: Asking, { text }: JsonObject): Promise<void> {
  await ctx.limiter.take({ key: `plugin-log|${plugin.id}`, max: linesPerHour, seconds: 3600 });
  await writeLine(ctx.db, { plugin: plugin.id, level: 'info', message: String(text), now: ctx.clock() });
}

/** Answers what the process of a plugin asks of the server; nothing beyond what was granted. */
export async function answerPlugin(asking: Asking, method: string, raw: JsonValue): Promise<unknown> {
  const input = isJsonObject(raw) ? raw : {};
  if (method === 'read') return read(asking, input);
  if (method === 'settings') return { ...settingsOf(asking.plugin), ...(await openSecrets(asking.ctx, asking.plugin)) };
  if (method === 'mail') return mail(asking, input);
  if (method === 'log') return log(asking, input);
  throw new Refused(`There is no ${method}.`);
}
