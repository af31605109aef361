import type {
  requestReview as reviewContract,
  initFaceAuth as initContract,
  matchFace as matchContract,
} from '@kaike/shared/contracts/account';
import { authStatus } from '@kaike/shared/domain/people/people';
import type { Db } from '../../db/pool.ts';
import { assert } from '../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../core/call.ts';
import { hashToken } from '../../core/secrets.ts';
import { isUsedUp, sealIdCard } from './id-cards.ts';

const daySec = 86_400;

type Identity = { real_name: string; id_card: string };

async function noteConsent(call: MemberCall<unknown>, trx: Db, kind: 'real_name' | 'face'): Promise<void> {
  await trx
    .insertInto('sensitive_consents')
    .values({ member_id: call.actor.member.id, kind, ip: call.ip, agreed_at: call.ctx.clock() })
    .execute();
}

/** Changes the verification state; a passed one never changes. */
async function setState(call: MemberCall<unknown>, trx: Db, values: Record<string, unknown>): Promise<void> {
  const { actor, ctx } = call;
  const done = await trx
    .updateTable('members')
    .set((eb) => ({ ...values, version: eb('version', '+', 1), updated_at: ctx.clock(), updated_by: actor.user_id }))
    .where('id', '=', actor.member.id)
    .where('is_auth', '<>', authStatus.passed)
    .executeTakeFirst();
  assert(done.numUpdatedRows > 0n, 'record.state');
}

/** Submits name and number for review by the school; the stored ones stay until the decision. */
export async function submitForReview(call: MemberCallOf<typeof reviewContract>): Promise<void> {
  const { ctx, actor, body } = call;
  const idCard = body.id_card.toUpperCase();
  const values = {
    real_name: body.real_name,
    id_card: sealIdCard(ctx, actor.member.id, idCard),
    id_card_last4: idCard.slice(-4),
    asked_at: ctx.clock(),
  };
  await ctx.db.transaction().execute(async (trx) => {
    await setState(call, trx, { is_auth: authStatus.pending, auth_method: null, auth_at: null, auth_refusal: '' });
    await trx
      .insertInto('real_name_reviews')
      .values({ member_id: actor.member.id, ...values })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
      .execute();
    await noteConsent(call, trx, 'real_name');
  });
}

/** Starts face matching; the check belongs to the member who started it, and the number per day is limited. */
export async function openFaceCheck(call: MemberCallOf<typeof initContract>): Promise<{ certify_id: string }> {
  const { ctx, actor, body } = call;
  const [max, limit] = [await ctx.settings.get('face_daily_limit'), await ctx.settings.get('id_card_accounts')];
  const person = { real_name: body.real_name, id_card: body.id_card.toUpperCase() };
  const isTaken = await ctx.db
    .transaction()
    .execute((trx) => isUsedUp(ctx, trx, { id_card: person.id_card, member_id: actor.member.id, limit }));
  assert(!isTaken, 'account.id_card_limit', { field: 'id_card' });
  await ctx.limiter.take({ key: `face|member:${actor.member.id}`, max, seconds: daySec });
  const opened = await ctx.adapters.face.init(person);
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('face_checks')
      .values({ certify_hash: hashToken(opened.certify_id), member_id: actor.member.id, created_at: ctx.clock() })
      .execute();
    await noteConsent(call, trx, 'face');
  });
  return opened;
}

async function savePassed(call: MemberCall<unknown>, trx: Db, person: Identity): Promise<void> {
  const { ctx, actor } = call;
  const idCard = person.id_card.toUpperCase();
  const limit = await ctx.settings.get('id_card_accounts');
  assert(!(await isUsedUp(ctx, trx, { id_card: idCard, member_id: actor.member.id, limit })), 'account.id_card_limit');
  await setState(call, trx, {
    is_auth: authStatus.passed,
    auth_method: 'face',
    auth_at: ctx.clock(),
    auth_refusal: '',
    real_name: person.real_name,
    id_card: sealIdCard(ctx, actor.member.id, idCard),
    id_card_last4: idCard.slice(-4),
  });
  await trx.deleteFrom('real_name_reviews').where('member_id', '=', actor.member.id).execute();
}

/** Ends the member's own face check, once; a failed one changes no stored identity. Returns whether it passed. */
export async function endFaceCheck(call: MemberCallOf<typeof matchContract>): Promise<boolean> {
  const { ctx, actor, body } = call;
  const hash = hashToken(body.certify_id);
  const mine = (db: Db) =>
    db
      .selectFrom('face_checks')
      .select('member_id')
      .where('certify_hash', '=', hash)
      .where('member_id', '=', actor.member.id)
      .executeTakeFirst();
  assert(await mine(ctx.db), 'record.not_found');
  // Loaded here, so that the transaction needs no second connection.
  await ctx.settings.get('id_card_accounts');
  const ended = await ctx.adapters.face.result(body.certify_id);
  assert(ended, 'record.not_found');
  const isPassed = ended.result === 'passed';
  await ctx.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('face_checks')
      .where('certify_hash', '=', hash)
      .where('member_id', '=', actor.member.id)
      .returning('member_id')
      .executeTakeFirst();
    assert(removed, 'record.not_found');
    if (isPassed) await savePassed(call, trx, ended);
    else if (
      !(await trx
        .selectFrom('real_name_reviews')
        .select('member_id')
        .where('member_id', '=', actor.member.id)
        .executeTakeFirst())
    ) {
      await setState(call, trx, { is_auth: authStatus.failed, auth_method: 'face', auth_at: null, auth_refusal: '' });
    }
  });
  return isPassed;
}
