import { sql } from 'kysely';
import { roles } from '@kaike/shared/resources/people/roles';
import type { Context } from '../src/core/context.ts';
import { cookies } from '../src/http/cookies.ts';
import { createSessions } from '../src/core/sessions/sessions.ts';
import { rebuildTree } from '../src/kit/write/rebuild-tree.ts';
import { makePerson, type Person } from './client.ts';
import { buildMember, buildUser } from './factories.ts';

export type MemberPerson = Person & { readonly user_id: number; readonly member_id: number };
export type AdminPerson = Person & { readonly user_id: number; readonly admin_id: number };

export type People = {
  /** A visitor who is not logged in. */
  visitor: () => Promise<Person>;
  /** A new member who is logged in; activated by default. */
  member: (options?: { activated?: boolean; agency_id?: number }) => Promise<MemberPerson>;
  /** The seeded super administrator, in a new browser every time. */
  admin: () => Promise<AdminPerson>;
  /** A new administrator whose only role holds exactly these permissions, such as `admin.roles.list`. */
  adminWith: (
    permissions: readonly string[],
    options?: { data_scope?: 'all' | 'own_agency'; agency_id?: number },
  ) => Promise<AdminPerson>;
  /** A new browser of an existing user. */
  user: (userId: number) => Promise<Person & { readonly user_id: number }>;
};

/** People for tests, created directly in the database. They stay logged in for thirty days of the test's clock. */
export function createPeople(ctx: Context): People {
  const sessions = createSessions(ctx);
  let roleCount = 0;

  async function user(userId: number): Promise<Person & { readonly user_id: number }> {
    const person = makePerson(userId);
    const session = await sessions.open(ctx.db, {
      user_id: userId,
      client_type: 'web',
      device_class: 'computer',
      ends_at: null,
      client_id: null,
      device_name: 'test',
      ip: person.ip,
      remember: true,
      keep: null,
    });
    person.cookies
      .set(cookies.authorization, session.token)
      .set(cookies.bind, session.bind ?? '')
      .set('kaike_remember', '1');
    return { ...person, user_id: userId };
  }

  async function makeRole(permissions: readonly string[], dataScope: string): Promise<number> {
    roleCount += 1;
    const top = await ctx.db
      .selectFrom('roles')
      .select('id')
      .where('code', '=', 'super_admin')
      .executeTakeFirstOrThrow();
    const values = { name: `测试角色 ${roleCount}`, parent_id: top.id, data_scope: dataScope };
    const role = await ctx.db.insertInto('roles').values(values).returning('id').executeTakeFirstOrThrow();
    const granted = await sql`insert into menu_role (role_id, menu_id)
      select ${role.id}, id from menus where key = any(${[...permissions]}::text[])`.execute(ctx.db);
    if (Number(granted.numAffectedRows) !== permissions.length)
      throw new Error(`not all of these are permissions: ${permissions.join(', ')}`);
    await rebuildTree(ctx.db, roles);
    return role.id;
  }

  return {
    user,
    visitor: async () => makePerson(),
    async member({ activated = true, agency_id } = {}) {
      const { id, user_id } = await buildMember(ctx, {
        activated_at: activated ? ctx.clock() : null,
        agency_id: agency_id ?? null,
      });
      return { ...(await user(user_id)), member_id: id };
    },
    async admin() {
      const row = await ctx.db
        .selectFrom('admins as a')
        .innerJoin('users as u', 'u.id', 'a.user_id')
        .select(['a.id', 'a.user_id'])
        .where('u.username', '=', 'admin')
        .executeTakeFirstOrThrow();
      return { ...(await user(row.user_id)), admin_id: row.id };
    },
    async adminWith(permissions, { data_scope = 'all', agency_id } = {}) {
      const { id: userId } = await buildUser(ctx);
      const { id } = await ctx.db
        .insertInto('admins')
        .values({ user_id: userId })
        .returning('id')
        .executeTakeFirstOrThrow();
      await ctx.db
        .insertInto('admin_role')
        .values({ admin_id: id, role_id: await makeRole(permissions, data_scope) })
        .execute();
      if (agency_id !== undefined)
        await ctx.db.updateTable('agencies').set({ user_id: userId }).where('id', '=', agency_id).execute();
      return { ...(await user(userId)), admin_id: id };
    },
  };
}
