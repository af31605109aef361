import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import type { Actor, ActorAdmin } from '../actor.ts';
import { closedEntriesFor, menuConditions, type MenuCondition } from './closed-entries.ts';

export type LoadedSession = {
  actor: Actor;
  bind_hash: Buffer | null;
  client_type: string;
  remember: boolean;
  issued_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  /** Absolute end, however much the session is used. */
  ends_at: Date | null;
  revoked_at: Date | null;
  revoke_reason: string | null;
  /** The device whose login ended it. */
  ended_by: string | null;
  user_status: number;
};

type Row = {
  session_id: number;
  bind_hash: Buffer | null;
  client_type: string;
  remember: boolean;
  issued_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ends_at: Date | null;
  revoke_reason: string | null;
  revoked_at: Date | null;
  ended_by: string | null;
  second_factor_at: Date | null;
  has_factor: boolean;
  user_id: number;
  name: string;
  username: string | null;
  language: string | null;
  must_change_password: boolean;
  user_status: number;
  member_id: number | null;
  member_status: number;
  is_activated: boolean;
  member_agency_id: number | null;
  admin_id: number | null;
  roles: { id: number; name: string; code: string | null; data_scope: string; second_factor: number }[] | null;
  permissions: string[] | null;
  agency: { id: number; lft: number; rgt: number } | null;
  conditions: MenuCondition[] | null;
};

/** An administrator is limited to an agency unless one of the roles sees everything. */
function readAdmin(row: Row, env: string): ActorAdmin | null {
  const roles = row.roles ?? [];
  if (row.admin_id === null || roles.length === 0) return null;
  const isLimited = roles.every((role) => role.data_scope === 'own_agency');
  // An agency role without an agency sees nothing: an empty interval.
  const agency = isLimited ? (row.agency ?? { id: 0, lft: 0, rgt: -1 }) : null;
  const isSuper = roles.some((role) => role.code === 'super_admin');
  const person = {
    is_super: isSuper,
    is_school: agency === null,
    is_agency: agency !== null,
    is_member: row.member_id !== null,
  };
  return {
    id: row.admin_id,
    is_super: isSuper,
    roles: roles.map(({ id, name }) => ({ id, name })),
    permissions: new Set(row.permissions ?? []),
    agency,
    closed: closedEntriesFor(row.conditions, { person, current_env: env }),
  };
}

function readFactor(row: Row): Actor['second_factor'] {
  if (row.admin_id === null) return null;
  if (row.has_factor) return row.second_factor_at === null ? 'code' : null;
  return (row.roles ?? []).some((role) => role.second_factor === 1) ? 'enrol' : null;
}

function readRow(row: Row, env: string): LoadedSession {
  const member =
    row.member_id === null
      ? null
      : {
          id: row.member_id,
          is_activated: row.is_activated,
          agency_id: row.member_agency_id,
          status: row.member_status,
        };
  return {
    actor: {
      user_id: row.user_id,
      session_id: row.session_id,
      name: row.name || row.username || '',
      language: row.language,
      must_change_password: row.must_change_password,
      second_factor: readFactor(row),
      member,
      admin: readAdmin(row, env),
    },
    bind_hash: row.bind_hash,
    client_type: row.client_type,
    remember: row.remember,
    issued_at: row.issued_at,
    last_seen_at: row.last_seen_at,
    expires_at: row.expires_at,
    ends_at: row.ends_at,
    revoked_at: row.revoked_at,
    ended_by: row.ended_by,
    revoke_reason: row.revoked_at ? (row.revoke_reason ?? 'revoked') : null,
    user_status: row.user_status,
  };
}

const personColumns = sql`u.id as user_id, u.name, u.username, u.language, u.must_change_password, u.status as user_status,
      m.id as member_id, m.status as member_status, m.activated_at is not null as is_activated, m.agency_id as member_agency_id,
      a.id as admin_id, exists (select 1 from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_factor,
      (select json_agg(json_build_object('id', r.id, 'name', r.name, 'code', r.code, 'data_scope', r.data_scope, 'second_factor', r.second_factor) order by r.id)
        from admin_role ar join roles r on r.id = ar.role_id and r.deleted_at is null where ar.admin_id = a.id) as roles,
      (select array_agg(distinct n.key) from admin_role ar join menu_role mr on mr.role_id = ar.role_id
        join menus n on n.id = mr.menu_id where ar.admin_id = a.id) as permissions,
      (select json_build_object('id', g.id, 'lft', g.lft, 'rgt', g.rgt) from agencies g where g.user_id = u.id) as agency,
      case when a.id is not null then ${menuConditions} end as conditions`;

const personJoins = sql`left join members m on m.user_id = u.id and m.deleted_at is null
      left join admins a on a.user_id = u.id and a.deleted_at is null`;

type Source = { db: Db; config: Pick<Config, 'env'> };

/** The session of a token hash with everything the guards need to know about its person, in one query. */
export async function loadSession({ db, config }: Source, tokenHash: Buffer): Promise<LoadedSession | null> {
  const { rows } = await sql<Row>`
    select s.id as session_id, s.bind_hash, s.client_type, s.remember, s.issued_at, s.last_seen_at, s.expires_at, s.ends_at, s.revoke_reason, s.revoked_at, s.ended_by, s.second_factor_at, ${personColumns}
    from user_sessions s join users u on u.id = s.user_id ${personJoins}
    where s.token_hash = ${tokenHash}`.execute(db);
  return rows[0] ? readRow(rows[0], config.env) : null;
}

/** The same for a person without a session, for background work in their name. */
export async function loadPerson(
  { db, config }: Source,
  userId: number,
): Promise<Pick<LoadedSession, 'actor' | 'user_status'> | null> {
  const { rows } =
    await sql<Row>`select 0 as session_id, ${personColumns} from users u ${personJoins} where u.id = ${userId}`.execute(
      db,
    );
  return rows[0] ? readRow(rows[0], config.env) : null;
}
