import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskValue } from '@kaike/shared/domain/people/mask';
import { resources } from '@kaike/shared/resources/index';
import { startTestApp, type AdminPerson, type TestApp } from '../../../test/app.ts';
import { buildAgency, buildMember, buildUser } from '../../../test/factories.ts';
import { maskedCondition } from './masked-condition.ts';

let app: TestApp;
/** Sees mobiles masked. */
let agent: AdminPerson;
let revealer: AdminPerson;
const rights = ['admin.members.list', 'admin.members.export', 'admin.members.update-status'];

beforeAll(async () => {
  app = await startTestApp();
  const agency = await buildAgency(app.ctx);
  agent = await app.person.adminWith(rights, { data_scope: 'own_agency', agency_id: agency.id });
  revealer = await app.person.adminWith([...rights, 'admin.members.reveal']);
  const { id } = await buildUser(app.ctx, {
    username: 'zhang_sanfeng',
    name: '张三丰',
    mobile_phone: '13871237700',
    email: 'zhang.sanfeng@qq.com',
  });
  await buildMember(app.ctx, { user_id: id, agency_id: agency.id, real_name: '李四' });
});
afterAll(async () => app.close());

const total = async (query: string, as: AdminPerson): Promise<number> =>
  (await app.http('GET', `/admin/members/list?${query}`, { as })).body.total;
const exported = async (query: string, as: AdminPerson): Promise<number> =>
  (await app.http('GET', `/admin/members/export?${query}`, { as })).body.data.length - 2;
const matched = async (matching: string, as: AdminPerson): Promise<number> =>
  (
    await app.http('PUT', '/admin/members/update-status', {
      as,
      body: { dry_run: true, matching, status: 2, reason: '核对' },
    })
  ).body.count;

const foundInPalette = async (text: string, as: AdminPerson): Promise<number> => {
  const { data } = (await app.http('POST', '/admin/palette/search', { as, body: { text } })).body;
  return data.filter(({ resource }: { resource: string }) => resource === 'members').length;
};

/** Every way to search a text in rows. */
const ways: [string, (text: string, as: AdminPerson) => Promise<number>][] = [
  ['keyword', (text, as) => total(`where[_keyword]=${text}`, as)],
  ['keyword in one field', (text, as) => total(`where[_keyword]=${text}&where[_key]=mobile_phone`, as)],
  ['filter', (text, as) => total(`where[mobile_phone]=${text}`, as)],
  ['several', (text, as) => total(`where[mobile_phone][]=${text}`, as)],
  ['export', (text, as) => exported(`where[_keyword]=${text}`, as)],
  ['export by filter', (text, as) => exported(`where[mobile_phone]=${text}`, as)],
  ['bulk write', (text, as) => matched(`where[mobile_phone]=${text}`, as)],
  ['bulk write by keyword', (text, as) => matched(`where[_keyword]=${text}`, as)],
  ['palette', foundInPalette],
];

describe.each(ways)('a masked mobile by %s', (name, find) => {
  it('is found by the whole number, and never by a hidden part', async () => {
    for (const part of ['7123', '1387', '3771', '71', '2', '2377', '1387123770', '3871237700', '77001'])
      expect(await find(part, agent), part).toBe(0);
    expect(await find('13871237700', agent)).toBe(1);
    expect(await find('7123', revealer)).toBe(name === 'several' ? 0 : 1);
  });
});

it('is found by its visible ends', async () => {
  for (const part of ['138', '7700', '00', '13'])
    expect(await total(`where[mobile_phone]=${part}`, agent), part).toBe(1);
});

describe('maskedCondition', () => {
  const values = [
    ['mobile', '13871237700'],
    ['mobile', '12345'],
    ['mobile', '1'],
    ['email', 'zhang@qq.com'],
    ['email', 'a@b@c.de'],
    ['email', '@b.c'],
    ['email', 'plain'],
    ['id_card', '11010519491231002X'],
    ['id_card', '1234567'],
  ] as const;

  it.each(values)('%s %s matches its visible part and the whole value', async (mask, value) => {
    const parts = new Set(
      [...value]
        .flatMap((_one, from) => [...value].map((_other, to) => value.slice(from, to + 1)))
        .filter((part) => part !== ''),
    );
    const visibleParts = maskValue(mask, value).split(/\*+/);
    for (const part of parts) {
      const { rows } = await sql<{
        hit: boolean;
      }>`select coalesce(${maskedCondition(sql`${value}::text`, mask, part)}, false) as hit`.execute(app.ctx.db);
      expect(rows[0]?.hit, part).toBe(part === value || visibleParts.some((text) => text.includes(part)));
    }
  });
});

it('no masked field is a title or a sort field', () => {
  for (const { name, fields, title, list } of resources) {
    for (const [key, field] of Object.entries(fields))
      if (field.masked) expect([title, ...(list.sort ?? [])], `${name}.${key}`).not.toContain(key);
  }
});
