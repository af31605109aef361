import { sql } from 'kysely';
import type { CurrentUser } from '@kaike/shared/contracts/auth/auth';
import { rememberDays, sessionLifetimeMinutes } from '@kaike/shared/domain/constants';
import type { Locale } from '@kaike/shared/locales/languages';
import { maskValue } from '@kaike/shared/domain/people/mask';
import type { Db } from '../../../db/pool.ts';
import { hasPermission, type Actor, type ActorAdmin } from '../../../core/actor.ts';
import { shippedText } from '../../../core/wording.ts';
import { mayStudy } from '../../../core/guards.ts';

type Row = {
  username: string | null;
  name: string;
  avatar: string | null;
  mobile_phone: string | null;
  email: string | null;
  language: string | null;
  theme: string | null;
  must_change_password: boolean;
  remember: boolean | null;
  member_id: number | null;
  member_no: string;
  real_name: string;
  is_activated: boolean;
  gender: number;
  member_status: number;
};

async function readRow(db: Db, actor: Actor): Promise<Row> {
  const { rows } = await sql<Row>`
    select u.username, u.name, u.avatar, u.mobile_phone, u.email, u.language, u.theme, u.must_change_password,
      m.id as member_id, m.member_no, m.real_name, m.gender, m.activated_at is not null as is_activated, m.status as member_status,
      (select s.remember from user_sessions s where s.id = ${actor.session_id}) as remember
    from users u left join members m on m.user_id = u.id and m.deleted_at is null
    where u.id = ${actor.user_id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`user ${actor.user_id} not found`);
  return row;
}

async function everyPermission(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('menus')
    .select('key')
    .where('group', '=', 'admin')
    .where('action', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.key);
}

async function presentAdmin(db: Db, admin: ActorAdmin, locale: Locale): Promise<CurrentUser['admin']> {
  const held = admin.is_super ? await everyPermission(db) : [...admin.permissions];
  const permissions = held.filter((permission) => hasPermission({ admin }, permission));
  return {
    id: admin.id,
    is_super: admin.is_super,
    roles: admin.roles.map(({ id, name }) => ({ id, name: shippedText(name, locale) })),
    permissions: permissions.toSorted(),
    agency_id: admin.agency?.id ?? null,
  };
}

/** The user of a session as shown to their own browser, and the idle lifetime of the session in minutes. */
export async function presentUser(
  db: Db,
  actor: Actor,
  locale: Locale,
): Promise<{ user: CurrentUser; lifetime: number }> {
  const [row, isAdmitted] = await Promise.all([
    readRow(db, actor),
    actor.member === null ? false : mayStudy(db, actor.member),
  ]);
  const mobile = row.mobile_phone === null ? null : maskValue('mobile', row.mobile_phone);
  const user: CurrentUser = {
    id: actor.user_id,
    username: row.username,
    name: row.name || row.username || mobile || '',
    avatar: row.avatar,
    mobile_phone: mobile,
    email: row.email === null ? null : maskValue('email', row.email),
    language: row.language,
    theme: row.theme,
    must_change_password: row.must_change_password,
    must_enrol: actor.second_factor === 'enrol',
    member:
      row.member_id === null
        ? null
        : {
            id: row.member_id,
            member_no: row.member_no,
            real_name: row.real_name,
            gender: row.gender,
            is_activated: row.is_activated,
            may_study: isAdmitted,
            status: row.member_status,
          },
    admin: actor.admin ? await presentAdmin(db, actor.admin, locale) : null,
  };
  return { user, lifetime: row.remember ? rememberDays * 1440 : sessionLifetimeMinutes };
}
