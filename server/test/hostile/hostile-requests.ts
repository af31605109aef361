import type { Field, Fields } from '@kaike/shared/kit/field';
import { resources } from '@kaike/shared/resources/index';
import type { Route } from '../../src/core/route.ts';
import type { Person, TestApp } from '../app.ts';

/** Lists nested to this depth, as JSON. */
export const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Values for id segments of a path. */
export const hostileIds = [
  'abc',
  '1.5',
  '1e30',
  '-1',
  '0',
  '%00',
  '9007199254740993',
  '99999999999999999999',
  '1%20or%201=1',
  '%F0%9F%99%82',
  "'",
];

/** Values of query parameters, URL-encoded. */
export const hostileTexts = [
  '%00',
  'a%00b',
  '1e30',
  '1.5',
  '-1',
  '99999999999999999999',
  "'",
  '%25',
  '%ED%A0%80',
  '(',
  '2020-99-99',
  'a'.repeat(3000),
];

/** Values as JSON text. */
export const hostileValues = [
  'null',
  'true',
  '-1',
  '1.5',
  '1e30',
  '1e400',
  '9007199254740993',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '""',
  '"x"',
  '"2020-99-99"',
  '[]',
  '{}',
  '[null]',
  '[1,1]',
  '[{}]',
  '["\\u0000"]',
  '{"a":"\\u0000"}',
  '{"\\u0000":1}',
  nested(40),
  nested(20_000),
  `"${'x'.repeat(20_000)}"`,
];

/** Complete bodies, none of them valid. */
export const hostileBodies = [
  '',
  'null',
  '"x"',
  '5',
  'true',
  '[]',
  '[1]',
  '{',
  '\u0000',
  nested(20_000),
  `{"ids":${nested(20_000)}}`,
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":1}}',
];

export const nameOf = ({ contract }: Route): string => `${contract.method} ${contract.path}`;

const definitionOf = (path: string) =>
  resources.find((one) => path.startsWith(`/${one.area}/${one.name}/`) || path === `/${one.area}/${one.name}`);

/** The fields a write expects: those of its contract, else of its resource's action or form. */
function bodyFields({ contract }: Route): Fields {
  if (Object.keys(contract.body).length > 0) return contract.body;
  const definition = definitionOf(contract.path);
  const action = contract.path.split('/')[3]?.replaceAll('_', '-') ?? '';
  return definition?.actions?.[action]?.fields ?? definition?.fields ?? {};
}

const plainTexts: Partial<Record<Field['kind'], unknown>> = {
  mobile: '13900001111',
  email: 'a@example.com',
  boolean: true,
  date: '2026-01-01',
  date_time: '2026-01-01T00:00:00Z',
  relations: [1],
  tags: ['x'],
  images: [],
  json: {},
  url: 'https://example.com',
  color: '#aabbcc',
  cover_style: 'xiang-talk-row',
  map_point: 'gcj02:120.1,30.1',
  password: 'Hostile-2026',
};

function plainValue(field: Field): unknown {
  if (field.choices) return field.choices[0]?.value;
  if (field.kind in plainTexts) return plainTexts[field.kind];
  return ['id', 'integer', 'decimal', 'money', 'duration', 'bytes', 'relation'].includes(field.kind) ? 1 : 'x1';
}

/** Keys that handlers read from a body outside the contract. */
const usual = {
  ids: [1],
  id: 1,
  reason: 'x',
  version: 1,
  matching: 'where[_keyword]=x',
  max_id: 1,
  after_id: 0,
  datas: [{ name: 'x' }],
  dry_run: true,
};

/** A body that is valid except for one value, as text: no library could serialize some of these. */
function bodyWith(plain: Record<string, unknown>, key: string, value: string): string {
  const parts = Object.entries({ ...plain, [key]: null }).map(
    ([name, one]) => `${JSON.stringify(name)}:${name === key ? value : JSON.stringify(one)}`,
  );
  return `{${parts.join(',')}}`;
}

/** Bodies of a write, each with one hostile value. */
export function bodiesFor(route: Route, values: readonly string[]): string[] {
  const fields = Object.entries(bodyFields(route));
  const plain = Object.fromEntries(fields.map(([key, field]) => [key, plainValue(field)]));
  const keys = [
    ...fields.map(([key]) => key),
    ...(Object.keys(route.contract.body).length > 0 ? [] : Object.keys(usual)),
  ];
  return keys.flatMap((key) =>
    values.map((value) =>
      bodyWith(
        { ...(Object.keys(route.contract.body).length > 0 ? {} : { ids: [1], reason: 'x' }), ...plain },
        key,
        value,
      ),
    ),
  );
}

/** Queries of a read, each with one hostile value. */
export function queriesFor(route: Route, values: readonly string[]): string[] {
  const definition = definitionOf(route.contract.path);
  const filters = (definition?.list.filters ?? []).flatMap((key) => [
    `where[${key}]`,
    `where[${key}][]`,
    `where[${key}][0]`,
    `where[${key}][below]`,
  ]);
  const list = definition
    ? [
        ...filters,
        'where[_keyword]',
        'where[_key]',
        'order[id]',
        'page',
        'per_page',
        'keyword',
        'parent_id',
        'ids',
        'by',
        'fields[]',
        'get_count',
        'json',
        'where[%00]',
      ]
    : [];
  const keys = [...Object.keys(route.contract.query), ...list];
  const plain = Object.entries(route.contract.query)
    .map(([key, field]) => `${key}=${encodeURIComponent(String(plainValue(field)))}`)
    .join('&');
  const single = keys.flatMap((key) => values.map((value) => `${plain}&${key}=${value}`));
  return definition
    ? [...single, ...values.flatMap((value) => [`page=2&id=${value}`, `page=2&${plain}&id=${value}`])]
    : single;
}

/** Paths of a route with each of the ids. */
export function addressesOf({ contract }: Route, ids: readonly string[]): string[] {
  if (!contract.path.includes(':')) return [contract.path];
  return ids.map((id) => contract.path.replaceAll(/:\w+/g, id));
}

/** Whether a route ends the caller's session or account; every later request would only get 401. */
export const endsSession = ({ contract }: Route): boolean =>
  ['/open/logout', '/home/sign-out', '/home/personage/close'].includes(contract.path);

export type HostileRequest = { method: string; url: string; body?: string; type?: string };

/** Sends requests as a person of each area, with a new person when a session has ended. */
export function createSender(app: TestApp) {
  const make = { open: () => app.person.visitor(), home: () => app.person.member(), admin: () => app.person.admin() };
  const people = new Map<Area, Person>();
  const personOf = async (area: Area): Promise<Person> => {
    const person = people.get(area) ?? (await make[area]());
    people.set(area, person);
    return person;
  };
  // The requests exceed every rate limit.
  Object.assign(app.ctx.limiter, { take: async () => undefined });
  /** Returns one line for each response with status 500. */
  return async (route: Route, area: Area, requests: readonly HostileRequest[]): Promise<string[]> => {
    const faults: string[] = [];
    for (const { method, url, body, type } of requests) {
      const headers = body === undefined ? {} : { headers: { 'content-type': type ?? 'application/json' }, body };
      const reply = await app.http(method, url, { as: await personOf(area), base: '/api', ...headers });
      if (reply.status === 500)
        faults.push(`${nameOf(route)} as ${area}: ${method} ${url.slice(0, 200)} ${(body ?? '').slice(0, 200)}`);
      if (reply.status === 401) people.delete(area);
    }
    return faults;
  };
}

export type Area = 'open' | 'home' | 'admin';
export const areas: readonly Area[] = ['open', 'home', 'admin'];
export const areaOf = ({ contract }: Route): Area =>
  areas.find((area) => contract.path.startsWith(`/${area}/`)) ?? 'open';

type Samples = {
  ids: readonly string[];
  texts: readonly string[];
  values: readonly string[];
  bodies: readonly string[];
};

/** The requests for a route: each id, query and field with each of the values. */
export function requestsFor(route: Route, samples: Samples): HostileRequest[] {
  const { method, path } = route.contract;
  const hasPlace = path.includes(':');
  const [plain = path] = addressesOf(route, ['1']);
  const places = hasPlace ? addressesOf(route, samples.ids) : [];
  const queries = queriesFor(route, samples.texts).map((query) => ({ method, url: `${plain}?${query}` }));
  if (method === 'GET') return [...places.map((url) => ({ method, url })), ...queries];
  const [right = '{}'] = bodiesFor(route, ['1']);
  const bodies = [...samples.bodies, ...bodiesFor(route, samples.values)];
  return [
    ...places.map((url) => ({ method, url, body: right })),
    ...bodies.map((body) => ({ method, url: plain, body })),
  ];
}

/** An evenly spaced sample; another `start` for each route, so that together they cover every value. */
export const some = <T>(list: readonly T[], count: number, start: number): T[] =>
  Array.from(
    { length: Math.min(count, list.length) },
    (_one, index) => list[(start + Math.floor((index * list.length) / count)) % list.length] as T,
  );
