import { sql } from 'kysely';
import type * as setup from '@kaike/shared/contracts/system/setup';
import type { SchemaValue } from '@kaike/shared/kit/schema';
import type { Context } from '../../../core/context.ts';
import { isRegistrationShut } from '../../auth/login/public.ts';
import { findDemoPassword } from './demo-password.ts';

type State = SchemaValue<(typeof setup.getDemo)['response']>;

export async function loadState(ctx: Context): Promise<State> {
  const password = await findDemoPassword(ctx);
  const { rows } = await sql<{ is_empty: boolean; step: string | null }>`select
    not exists (select 1 from courses) and not exists (select 1 from members) as is_empty,
    (select value ->> 'step' from app_state where key = 'demo_step') as step`.execute(ctx.db);
  const [row] = rows;
  return {
    state: password !== null ? 'ready' : row?.step ? 'running' : 'none',
    is_empty: row?.is_empty ?? false,
    is_registration_shut: await isRegistrationShut(ctx),
    step: row?.step ?? '',
    password,
  };
}

/** Notes how far the demo school is. */
export async function saveStep({ db }: Context, step: string): Promise<void> {
  await sql`insert into app_state (key, value) values ('demo_step', ${JSON.stringify({ step })}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(db);
}
