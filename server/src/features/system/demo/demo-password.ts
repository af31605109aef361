import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';

const purpose = 'demo';

async function readSealed({ db }: Context): Promise<Buffer | null> {
  const row = await db.selectFrom('app_state').select('value').where('key', '=', 'demo').executeTakeFirst();
  const sealed = (row?.value as { password?: string } | undefined)?.password;
  return sealed ? Buffer.from(sealed, 'base64') : null;
}

const open = ({ secrets }: Context, sealed: Buffer): string => secrets.open(purpose, sealed, purpose).toString('utf8');

export const sealDemoPassword = ({ secrets }: Context, password: string): string =>
  secrets.seal(purpose, password, purpose).toString('base64');

/** The password the demo logins share; null while there is no demo school. */
export async function findDemoPassword(ctx: Context): Promise<string | null> {
  const sealed = await readSealed(ctx);
  return sealed && open(ctx, sealed);
}

/** Re-encrypts the password with the current key. */
export async function resealDemoPassword(ctx: Context): Promise<{ changed: number; unreadable: number }> {
  const sealed = await readSealed(ctx);
  if (!sealed || ctx.secrets.isCurrent(sealed)) return { changed: 0, unreadable: 0 };
  try {
    const next = JSON.stringify(sealDemoPassword(ctx, open(ctx, sealed)));
    await sql`update app_state set value = jsonb_set(value, '{password}', ${next}::jsonb) where key = 'demo'`.execute(
      ctx.db,
    );
    return { changed: 1, unreadable: 0 };
  } catch {
    return { changed: 0, unreadable: 1 };
  }
}
