import { sql } from 'kysely';
import { userStatus } from '@kaike/shared/domain/people/user-status';
import { isWithin, type TokenAccess } from '@kaike/shared/domain/system/api-token';
import type { Actor } from '../actor.ts';
import { AppError, assert } from '../app-error.ts';
import type { Context } from '../context.ts';
import { hashToken } from '../secrets.ts';
import { loadPerson } from './load-actor.ts';

type TokenRow = {
  id: number;
  user_id: number;
  name: string;
  access: TokenAccess;
  scopes: string[];
  is_over: boolean;
  last_used_at: Date | null;
};

const touchEveryMs = 60_000;
/** Requests of one token, and unknown tokens from one address, in a minute. */
const [usesAMinute, missesAMinute] = [600, 30];

async function readToken(ctx: Context, token: string, ip: string): Promise<TokenRow> {
  const now = ctx.clock();
  const { rows } = await sql<TokenRow>`
    select id, user_id, name, access, scopes, last_used_at, revoked_at is not null or expires_at <= ${now} as is_over
    from api_tokens where token_hash = ${hashToken(token)}`.execute(ctx.db);
  const [row] = rows;
  if (row && !row.is_over) return row;
  await ctx.limiter.take({ key: `api-token-miss|ip:${ip}`, max: missesAMinute, seconds: 60 });
  throw new AppError('auth.required');
}

/** Stored at most once a minute, like the use of a session. */
async function touch({ db, clock }: Context, { id, last_used_at: last }: TokenRow): Promise<void> {
  const now = clock();
  if (last !== null && now.getTime() - last.getTime() < touchEveryMs) return;
  await db.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** What the person may do, of which a token may do a part; the super administrator has every permission without holding one. */
async function permissionsOf({ db }: Context, admin: NonNullable<Actor['admin']>): Promise<Iterable<string>> {
  if (!admin.is_super) return admin.permissions;
  const rows = await db.selectFrom('menus').select('key').where('deleted_at', 'is', null).execute();
  return rows.map(({ key }) => key);
}

/**
 * The administrator of a token with the permissions that are within its scopes, as person and roles are now: never more than
 * they may do themselves, nothing that is closed to tokens, and nothing of the learner they may be. Throws for an unknown, expired or revoked token.
 */
export async function findTokenActor(
  ctx: Context,
  token: string,
  { ip, closed_to_tokens: closed }: { ip: string; closed_to_tokens: ReadonlySet<string> },
): Promise<Actor> {
  const row = await readToken(ctx, token, ip);
  await ctx.limiter.take({ key: `api-token:${row.id}`, max: usesAMinute, seconds: 60 });
  const person = await loadPerson(ctx, row.user_id);
  assert(person?.user_status === userStatus.effective, 'auth.account_stopped');
  const { admin } = person.actor;
  assert(admin, 'access.denied');
  await touch(ctx, row);
  const permissions = [...(await permissionsOf(ctx, admin))].filter(
    (permission) => !closed.has(permission) && isWithin(permission, row),
  );
  return {
    ...person.actor,
    name: `${person.actor.name} · ${row.name}`,
    member: null,
    token: row.access,
    admin: { ...admin, is_super: false, permissions: new Set(permissions) },
  };
}
