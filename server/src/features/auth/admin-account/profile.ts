import type { Profile } from '@kaike/shared/contracts/auth/personage';
import { maskValue } from '@kaike/shared/domain/people/mask';
import type { Db } from '../../../db/pool.ts';
import type { AdminCall } from '../../../core/call.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';

export const profileColumns = [
  'id',
  'username',
  'name',
  'avatar',
  'email',
  'mobile_phone',
  'signature',
  'language',
  'theme',
  'last_login_at',
  'last_login_ip',
  'version',
] as const;
type Values = Record<string, unknown>;

export const loadUser = (db: Db, id: number) =>
  db.selectFrom('users').select(profileColumns).where('id', '=', id).executeTakeFirstOrThrow();

export async function loadProfile(call: AdminCall, db: Db): Promise<Profile> {
  const {
    language: _language,
    theme: _theme,
    last_login_at: lastLogin,
    ...user
  } = await loadUser(db, call.actor.user_id);
  return {
    ...user,
    last_login_at: lastLogin?.toISOString() ?? null,
    roles: call.actor.admin.roles.map(({ name }) => name),
  };
}

type Contact = { mobile_phone?: string | null; email?: string | null };

const masked = (values: Contact): Values => ({
  ...values,
  ...('mobile_phone' in values
    ? { mobile_phone: values.mobile_phone && maskValue('mobile', values.mobile_phone) }
    : {}),
  ...('email' in values ? { email: values.email && maskValue('email', values.email) } : {}),
});

/** Writes columns of the own account, notifies every node, and logs the changes; writes nothing if nothing changed. */
export async function changeProfile(
  call: AdminCall,
  trx: Db,
  { before, values, action }: { before: Values; values: Values; action: string },
): Promise<void> {
  const changed = Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== before[key]));
  if (Object.keys(changed).length === 0) return;
  const userId = call.actor.user_id;
  await trx
    .updateTable('users')
    .set((eb) => ({ ...changed, updated_at: call.ctx.clock(), updated_by: userId, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
  await call.ctx.bus.publish(trx, `user:${userId}`);
  await writeLog(trx, call, {
    resource: 'personage',
    action,
    record_id: userId,
    record_title: call.actor.name,
    before: masked(Object.fromEntries(Object.keys(changed).map((key) => [key, before[key]]))),
    after: masked(changed),
  });
}
