import type { Profile } from '@kaike/shared/contracts/personage';
import type * as personage from '@kaike/shared/contracts/personage';
import { maskValue } from '@kaike/shared/domain/mask';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../db/pool.ts';
import { AppError, assert } from '../../core/app-error.ts';
import type { AdminCall, AdminCallOf } from '../../core/call.ts';
import { writeLog } from '../../kit/write/operation-log.ts';

const columns = [
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

const readUser = (db: Db, id: number) =>
  db.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow();

async function readProfile(call: AdminCall, db: Db): Promise<Profile> {
  const {
    language: _language,
    theme: _theme,
    last_login_at: lastLogin,
    ...user
  } = await readUser(db, call.actor.user_id);
  return {
    ...user,
    last_login_at: lastLogin?.toISOString() ?? null,
    roles: call.actor.admin.roles.map(({ name }) => name),
  };
}

/** The actor's own account. */
export async function getOwnProfile(call: AdminCall): Promise<{ profile: Profile }> {
  return { profile: await readProfile(call, call.ctx.db) };
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
async function change(
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

/** No two accounts share a mobile number or mail address, as both are login names. */
async function assertFree(
  trx: Db,
  {
    user_id: userId,
    mobile_phone: mobile,
    email,
  }: { user_id: number; mobile_phone: string | null; email: string | null },
): Promise<void> {
  const duplicate = await trx
    .selectFrom('users')
    .select(['mobile_phone'])
    .where('id', '!=', userId)
    .where((eb) => eb.or([eb('mobile_phone', '=', mobile), eb(eb.fn('lower', ['email']), '=', email)]))
    .limit(1)
    .executeTakeFirst();
  if (!duplicate) return;
  throw new AppError('record.duplicate', {
    field: duplicate.mobile_phone !== null && duplicate.mobile_phone === mobile ? 'mobile_phone' : 'email',
  });
}

export async function saveOwnProfile(
  call: AdminCallOf<typeof personage.updateProfile>,
): Promise<ResponseOf<typeof personage.updateProfile>> {
  const { body, ctx, actor } = call;
  const values = {
    name: body.name,
    mobile_phone: body.mobile_phone ?? null,
    email: body.email?.toLowerCase() ?? null,
    signature: body.signature ?? '',
  };
  return ctx.db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('users')
      .select(columns)
      .where('id', '=', actor.user_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    assert(before.version === body.version, 'record.stale');
    await assertFree(trx, { user_id: actor.user_id, ...values });
    await change(call, trx, { before, values, action: 'update' });
    return { profile: await readProfile(call, trx), message: call.t('kit.saved') };
  });
}

/** Changes the own avatar. */
export async function saveOwnAvatar(
  call: AdminCallOf<typeof personage.updateAvatar>,
): Promise<ResponseOf<typeof personage.updateAvatar>> {
  const avatar = call.body.avatar ?? null;
  await call.ctx.db.transaction().execute(async (trx) => {
    await change(call, trx, { before: await readUser(trx, call.actor.user_id), values: { avatar }, action: 'avatar' });
  });
  return { avatar };
}

/** Saves language and theme with the account. */
export async function saveOwnPreferences(
  call: AdminCallOf<typeof personage.updatePreferences>,
): Promise<ResponseOf<typeof personage.updatePreferences>> {
  const submitted = Object.fromEntries(Object.entries(call.body).filter(([key]) => key in call.raw_body));
  return call.ctx.db.transaction().execute(async (trx) => {
    const before = await readUser(trx, call.actor.user_id);
    await change(call, trx, { before, values: submitted, action: 'preferences' });
    const { language, theme } = { ...before, ...submitted };
    return { language, theme };
  });
}
