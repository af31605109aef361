import { sql } from 'kysely';
import * as setup from '@kaike/shared/contracts/setup';
import type { SchemaValue } from '@kaike/shared/kit/schema';
import type { Context } from '../../core/context.ts';
import type { AdminActor } from '../../core/actor.ts';
import { assert } from '../../core/app-error.ts';
import { anyAdmin, route, type Caller } from '../../core/route.ts';
import { addJob, jobPriority, type Job } from '../../core/job.ts';
import { writeLog } from '../../kit/write/operation-log.ts';
import { isRegistrationShut } from '../auth/public.ts';
import type { Feature } from '../feature.ts';
import { readDemoPassword } from './demo-password.ts';

type State = SchemaValue<(typeof setup.getDemo)['answer']>;

async function saveStep({ db }: Context, step: string): Promise<void> {
  await sql`insert into app_state (key, value) values ('demo_step', ${JSON.stringify({ step })}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`.execute(db);
}

async function readState(ctx: Context): Promise<State> {
  const password = await readDemoPassword(ctx);
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

const forSuper = {
  permission: anyAdmin,
  admits: ({ actor }: Caller<AdminActor>): boolean => actor.admin.is_super,
};

/** Creates the demo school in the background; after a kill it starts over, as nothing was committed. */
export const makeDemo: Job<'make-demo'> = {
  name: 'make-demo',
  run: async (ctx) =>
    (await import('./seed-demo.ts')).seedDemo(ctx, { log: (step) => void saveStep(ctx, step).catch(() => undefined) }), // The step is informational only.
};

export const demoFeature: Feature = {
  routes: [
    route.admin(setup.getDemo, { ...forSuper, handler: ({ ctx }) => readState(ctx) }),
    route.admin(setup.createDemo, {
      ...forSuper,
      handler: async (call) => {
        const before = await readState(call.ctx);
        // Never add invented members to a school in use.
        assert(before.is_empty, 'record.state');
        await call.ctx.db.transaction().execute(async (trx) => {
          await addJob(trx, 'make-demo', {}, { key: 'make-demo', priority: jobPriority.first });
          await writeLog(trx, call, { resource: 'setup', action: 'demo' });
        });
        await saveStep(call.ctx, 'demo school: waiting');
        return readState(call.ctx);
      },
    }),
  ],
};
