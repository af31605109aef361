import type { Context } from '../../context.ts';

/** The password the demo logins share; null while there is no demo school. */
export async function readDemoPassword({ db, secrets }: Context): Promise<string | null> {
  const row = await db.selectFrom('app_state').select('value').where('key', '=', 'demo').executeTakeFirst();
  const sealed = (row?.value as { password?: string } | undefined)?.password;
  return sealed ? secrets.decrypt('demo', Buffer.from(sealed, 'base64')) : null;
}
