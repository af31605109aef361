import type { MenuParam, MenuResponse } from '@kaike/shared/contracts/office/menus';
import type * as menus from '@kaike/shared/contracts/office/menus';
import type { BodyOf } from '@kaike/shared/kit/contract';
import { locales } from '@kaike/shared/locales/languages';
import { AppError } from '../../../core/app-error.ts';
import type { Values } from '../../../kit/behaviour.ts';
import type { MenuUse } from '../../../db/types/stored-json.ts';
import type { MenuRow } from './load-menus.ts';

type Own = BodyOf<typeof menus.updateMenu>;
type JsonRecord = Readonly<Record<string, unknown>>;

/** Names or descriptions by language. */
export function textsOf(body: Own, name: 'name' | 'description'): Record<string, string> {
  return Object.fromEntries(
    locales.flatMap((locale) => {
      const text = body[`${name}_${locale}`]?.trim();
      return text ? [[locale, text]] : [];
    }),
  );
}

const isPart = (raw: unknown): raw is JsonRecord => typeof raw === 'object' && raw !== null;
const isText = (raw: unknown, most: number): raw is string => typeof raw === 'string' && raw.length <= most;

const types: readonly MenuParam['type'][] = ['string', 'number', 'boolean'];
const uses: readonly MenuParam['use'][] = ['url', 'body', 'route'];
const maxEntries = 50;

function readParam(raw: unknown): MenuParam | null {
  if (!isPart(raw)) return null;
  const { name, label = '', required = false, rules = '' } = raw;
  const type = types.find((one) => one === (raw['type'] ?? 'string'));
  const use = uses.find((one) => one === (raw['use'] ?? 'url'));
  if (!isText(name, 50) || name === '' || !isText(label, 50) || !isText(rules, 200) || !type || !use) return null;
  return { name, label, type, use, required: required === true, rules };
}

function readResponse(raw: unknown): MenuResponse | null {
  if (!isPart(raw)) return null;
  const { status, description = '' } = raw;
  const isStatus = Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 599;
  return isStatus && isText(description, 200) ? { status: Number(status), description } : null;
}

/** A list whose entries can all be read; refused by the name of its field otherwise. */
function readList<T>(field: string, raw: unknown, read: (entry: unknown) => T | null): T[] {
  const entries = Array.isArray(raw) && raw.length <= maxEntries ? raw.map(read) : [null];
  const known = entries.filter((entry) => entry !== null);
  if (known.length < entries.length)
    throw new AppError('request.invalid', { failures: { [field]: [{ rule: 'json', params: [] }] } });
  return known;
}

type Columns = {
  descriptions?: string;
  alias?: string;
  disabled?: number;
  env?: string;
  own_use?: MenuUse;
  own_middleware?: string[];
  own_params?: string;
  own_responses?: string;
};

/** A column by what was sent for it, in one step: nothing for what was not sent. */
const column = <K extends keyof Columns, V>(
  name: K,
  sent: V | null | undefined,
  write: (value: V | null) => Required<Columns>[K],
): Columns => (sent === undefined ? {} : { [name]: write(sent) });

/** The columns of what an entry says of itself; what was not sent stays as it is. */
export function factsOf(body: Own): Columns {
  const isDescribed = locales.some((locale) => body[`description_${locale}`] !== undefined);
  const list = <T>(name: string, raw: unknown, read: (entry: unknown) => T | null): string =>
    JSON.stringify(readList(name, raw ?? [], read));
  return {
    ...(isDescribed ? { descriptions: JSON.stringify(textsOf(body, 'description')) } : {}),
    ...column('alias', body.alias, (value) => value ?? ''),
    ...column('disabled', body.is_enabled, (value) => (value === false ? 1 : 0)),
    ...column('env', body.env, (value) => value?.join(',') ?? ''),
    ...column('own_use', body.use, (value) => value ?? ''),
    ...column('own_middleware', body.middleware, (value) => value ?? []),
    ...column('own_params', body.params, (value) => list('params', value, readParam)),
    ...column('own_responses', body.responses, (value) => list('responses', value, readResponse)),
  };
}

/** What the log tells of an entry: how it looks, where it leads, and whom it lets pass. */
const loggedFacts = (row: MenuRow): Values => ({
  names: row.names,
  descriptions: row.descriptions,
  icons: row.own_icon ?? row.icons,
  url: row.url,
  is_enabled: row.disabled === 0,
  env: row.env === '' ? [] : row.env.split(','),
  middleware: row.own_middleware,
  alias: row.alias,
  use: row.own_use,
});

/** What the log tells of a change: the facts that differ, before and after. */
export function changedFacts(was: MenuRow, is: MenuRow): { before: Values; after: Values } {
  const [before, after] = [loggedFacts(was), loggedFacts(is)];
  const keys = Object.keys(before).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const pick = (facts: Values): Values => Object.fromEntries(keys.map((key) => [key, facts[key]]));
  return { before: pick(before), after: pick(after) };
}
