import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { resources } from '@kaike/shared/resources/index';
import { startTestApp, type Person, type TestApp } from '../../test/app.ts';
import { makeMobile } from '../../test/factories.ts';

// Every resource whose rows have parents of the same resource: the engine keeps their order, no feature repeats it.

let app: TestApp;
let admin: Person;
let count = 0;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const trees = resources.filter(({ name, fields }) => fields['parent_id']?.resource === name);
const changeable = trees.filter(
  ({ only, fields }) => only.includes('update') && fields['parent_id']?.read_only === undefined,
);

/** What a new row of each tree requires. */
const bodies: Record<string, () => object> = {
  subjects: () => ({ name: '科目' }),
  'media-folders': () => ({ name: '文件夹' }),
  columns: () => ({ title: '栏目', position: 'home', type: 'list' }),
  roles: () => ({ name: '角色', data_scope: 'all' }),
  agencies: () => ({ name: '代理', code: `t${count}`, username: `tree${count}`, mobile_phone: makeMobile() }),
};

function add({ name }: ResourceDefinition, parentId: number | null): ReturnType<TestApp['http']> {
  count += 1;
  return app.http('POST', `/admin/${name}`, { as: admin, body: { ...bodies[name]?.(), parent_id: parentId } });
}

/** A parent for the first row; roles have none without. */
async function rootOf({ name }: ResourceDefinition): Promise<number | null> {
  if (name !== 'roles') return null;
  const { rows } = await sql<{ id: number }>`select id from roles where code = 'super_admin'`.execute(app.ctx.db);
  return rows[0]?.id ?? null;
}

async function addId(tree: ResourceDefinition, parentId: number | null): Promise<number> {
  const { status, body } = await add(tree, parentId);
  expect(status).toBe(201);
  return body.id;
}

describe.each(trees.filter(({ only }) => only.includes('create')).map((tree) => [tree.name, tree] as const))(
  'tree %s',
  (_name, tree) => {
    it('refuses a parent that does not exist', async () => {
      const { status, body } = await add(tree, 999_999_999);
      expect(status).toBe(422);
      expect(body).toHaveProperty('errors.parent_id');
    });
  },
);

describe.each(changeable.map((tree) => [tree.name, tree] as const))('tree %s, when a row is moved', (_name, tree) => {
  it('refuses the row itself, one below it, a deleted one and one that does not exist', async () => {
    const top = await addId(tree, await rootOf(tree));
    const child = await addId(tree, top);
    const grandchild = await addId(tree, child);
    const deleted = await addId(tree, null);
    await app.http('DELETE', `/admin/${tree.name}`, { as: admin, body: { ids: [deleted] } });
    for (const parentId of [top, child, grandchild, deleted, 999_999_999]) {
      const { status, body } = await app.http('PUT', `/admin/${tree.name}/${top}`, {
        as: admin,
        body: { parent_id: parentId },
      });
      expect([409, 422], `${parentId}`).toContain(status);
      expect(body.errors).toHaveProperty('parent_id');
    }
    const moved = await app.http('PUT', `/admin/${tree.name}/${grandchild}`, { as: admin, body: { parent_id: top } });
    expect(moved.status).toBe(200);
    expect(moved.body.row.parent_id).toBe(top);
  });
});

const sorted = changeable.filter(({ tree, fields }) => tree !== undefined && fields['sort'] !== undefined);

it.each(sorted.map((tree) => [tree.name, tree] as const))(
  'tree %s has a row at the place of its number among its siblings as soon as that is changed',
  async (name, tree) => {
    const parent = await addId(tree, null);
    const [first, second] = [await addId(tree, parent), await addId(tree, parent)];
    const order = async (): Promise<number[]> =>
      (await app.http('GET', `/admin/${name}/tree?parent=${parent}`, { as: admin })).body.data.map(
        ({ id }: { id: number }) => id,
      );
    expect(await order()).toEqual([first, second]);
    await app.http('PUT', `/admin/${name}/${first}`, { as: admin, body: { sort: 5 } });
    expect(await order()).toEqual([second, first]);
  },
);

it('the parent of the others cannot be changed by an update', async () => {
  for (const { name } of trees.filter((tree) => tree.only.includes('update') && !changeable.includes(tree))) {
    const { status, body } = await app.http('PUT', `/admin/${name}/1`, { as: admin, body: { parent_id: 1 } });
    expect([status, Object.keys(body.errors)], name).toEqual([422, ['parent_id']]);
  }
});

it('a parent with more children than a tree shows says so, and the table has the rest', async () => {
  const tree = trees.find(({ name }) => name === 'subjects');
  if (!tree) throw new Error('subjects form a tree');
  const parent = await addId(tree, null);
  await sql`insert into subjects (name, parent_id, level) select '第 ' || n || ' 个', ${parent}, 2 from generate_series(1, 501) n`.execute(
    app.ctx.db,
  );
  const read = async (query: string) => (await app.http('GET', `/admin/subjects/${query}`, { as: admin })).body;
  const below = await read(`tree?parent=${parent}`);
  expect([below.data.length, below.is_cut]).toEqual([500, true]);
  expect((await read(`list?where[parent_id]=${parent}&get_count=1`)).total).toBe(501);
  await sql`delete from subjects where id = (select max(id) from subjects where parent_id = ${parent})`.execute(
    app.ctx.db,
  );
  const all = await read(`tree?parent=${parent}`);
  expect([all.data.length, all.is_cut]).toEqual([500, false]);
});
