import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { testSecret } from '../../../../test/config.ts';
import { buildCard } from '../../../../test/factories.ts';
import { connectionOf } from '../../../../test/processes/kill.ts';
import { buildContext, type ContextExceptions } from '../../../context.ts';
import { findSecretState, fingerprintOf } from '../../../core/installation/installation-secret.ts';
import { sealChain } from '../../office/audit/public.ts';
import { changeSecret } from './change-secret.ts';

const other = 'a secret that this database has never seen';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await buildCard(app.ctx);
});
afterAll(() => app.close());
beforeEach(() => forget());

/** As a database of a release that recorded nothing. */
const forget = () => sql`delete from app_state where key = 'secret'`.execute(app.ctx.db);
const stateNow = () => findSecretState(app.ctx.pool);

/** Opens the installation as every server, worker and command does. */
async function open(
  { secret, old_secret = null }: { secret: string; old_secret?: string | null },
  exceptions: ContextExceptions = {},
): Promise<void> {
  const config = { ...app.ctx.config, secret, old_secret };
  const ctx = await buildContext({
    config,
    connection: connectionOf(app.ctx),
    log: pino({ level: 'silent' }),
    ...exceptions,
  });
  try {
    if (exceptions.accepts_secret) await changeSecret(ctx, () => undefined);
  } finally {
    await ctx.close();
  }
}

it('records the secret that opens what is there, and refuses every other one', async () => {
  await open({ secret: testSecret });
  expect(await stateNow()).toEqual({ current: fingerprintOf(testSecret) });
  await expect(open({ secret: other })).rejects.toThrow('is not the one this database was written with');
});

it('records no secret that contradicts what is sealed, and a former one is set beside it', async () => {
  await expect(open({ secret: other })).rejects.toThrow('another secret sealed (cards.secret_enc)');
  expect(await stateNow()).toBeNull();
  await open({ secret: other, old_secret: testSecret });
  expect(await stateNow()).toEqual({ current: fingerprintOf(testSecret), next: fingerprintOf(other) });
  await expect(open({ secret: testSecret })).rejects.toThrow('is being changed');
  // Taken back.
  await open({ secret: testSecret, old_secret: other });
});

it('takes the seals of the operation log for evidence, which a school has before it has cards', async () => {
  const bare = await startTestApp();
  try {
    await sql`insert into logs (resource, action, prev_hash, hash) values ('roles', 'update', '', '')`.execute(
      bare.ctx.db,
    );
    await sealChain(bare.ctx);
    await sql`delete from app_state where key = 'secret'`.execute(bare.ctx.db);
    const config = { ...bare.ctx.config, secret: other };
    await expect(
      buildContext({ config, connection: connectionOf(bare.ctx), log: pino({ level: 'silent' }) }),
    ).rejects.toThrow('(log_seals)');
  } finally {
    await bare.close();
  }
});

it('goes on without a secret that is lost for good only where that is said', async () => {
  await open({ secret: testSecret });
  await open({ secret: other }, { accepts_secret: true });
  expect(await stateNow()).toEqual({ current: fingerprintOf(other) });
  await open({ secret: other });
});
