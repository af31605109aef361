import { normalizeIdCard } from '@kaike/shared/domain/people/id-card';
import { randomBytes } from 'node:crypto';
import type * as account from '@kaike/shared/contracts/auth/account';
import { wasNotSent } from '../../../../adapters/call-service.ts';
import type { FaceIdentity, FaceProvider } from '../../../../adapters/face/port.ts';
import { AdapterError } from '../../../../core/adapter-error.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { MemberCall, MemberCallOf } from '../../../../core/call.ts';
import type { Db } from '../../../../db/pool.ts';
import { isUsedUp, openIdCard, sealIdCard } from '../id-cards.ts';
import { checkGuardian, recordConsent } from '../identity-checks.ts';

const dayMs = 86_400_000;
/** How long a vendor may take to open a check, with a margin. */
const startMs = 40_000;
const purpose = 'face-number';

type Reservation = { certify_id: string; url: string | null; is_new: boolean };

/** The member's check without a result; one of the same person that the vendor has opened is used again, so that a retry costs nothing. */
async function reuseOpenCheck(
  { ctx, actor }: MemberCall<unknown>,
  trx: Db,
  { identity, provider }: { identity: FaceIdentity; provider: FaceProvider },
): Promise<Reservation | null> {
  const now = ctx.clock();
  const open = await trx
    .selectFrom('face_checks')
    .selectAll()
    .where('member_id', '=', actor.member.id)
    .where('verdict', 'is', null)
    .executeTakeFirst();
  if (!open) return null;
  const waitMs = open.expires_at.getTime() - now.getTime();
  if (open.vendor_id === null && waitMs > 0)
    throw new AppError('request.too_many', { retry_after: Math.ceil(waitMs / 1000) });
  const isSame =
    open.vendor_id !== null &&
    waitMs > 0 &&
    open.provider === provider.name &&
    open.real_name === identity.real_name &&
    open.id_card !== null &&
    openIdCard(ctx, actor.member.id, open.id_card) === identity.id_card;
  if (isSame) return { certify_id: open.certify_id, url: open.vendor_url, is_new: false };
  await trx
    .updateTable('face_checks')
    .set({ verdict: 'expired', id_card: null, real_name: '' })
    .where('id', '=', open.id)
    .execute();
  return null;
}

/** Counts the checks of the last day, of the member and of the number by whomever; too many throw. */
async function checkDailyLimit({ ctx, actor }: MemberCall<unknown>, trx: Db, { id_card }: FaceIdentity): Promise<void> {
  const now = ctx.clock();
  const max = await ctx.settings.get('face_daily_limit');
  const recent = trx
    .selectFrom('face_checks')
    .select('created_at')
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .orderBy('created_at', 'desc')
    .limit(max);
  const lists = [
    await recent.where('member_id', '=', actor.member.id).execute(),
    await recent.where('number_hash', 'in', ctx.secrets.hmacs(purpose, id_card)).execute(),
  ];
  for (const rows of lists) {
    const oldest = rows[max - 1]?.created_at;
    if (!oldest) continue;
    const waitMs = oldest.getTime() + dayMs - now.getTime();
    throw new AppError('request.too_many', { retry_after: Math.max(1, Math.ceil(waitMs / 1000)) });
  }
}

/** Reserves an attempt before the vendor is called; those of one member, and of one number, are serialized. */
async function reserve(
  call: MemberCall<unknown>,
  trx: Db,
  check: { identity: FaceIdentity; provider: FaceProvider },
): Promise<Reservation> {
  const { ctx, actor } = call;
  const { identity, provider } = check;
  const memberId = actor.member.id;
  await trx.selectFrom('members').select('id').where('id', '=', memberId).forUpdate().execute();
  const limit = await ctx.settings.get('id_card_accounts');
  const isTaken = await isUsedUp(ctx, trx, { id_card: identity.id_card, member_id: memberId, limit });
  assert(!isTaken, 'account.id_card_limit', { field: 'id_card' });
  const open = await reuseOpenCheck(call, trx, check);
  if (open) return open;
  await checkDailyLimit(call, trx, identity);
  const now = ctx.clock();
  const certifyId = randomBytes(16).toString('hex');
  await trx
    .insertInto('face_checks')
    .values({
      certify_id: certifyId,
      member_id: memberId,
      provider: provider.name,
      real_name: identity.real_name,
      id_card: sealIdCard(ctx, memberId, identity.id_card),
      number_hash: ctx.secrets.hmac(purpose, identity.id_card),
      created_at: now,
      expires_at: new Date(now.getTime() + startMs),
    })
    .execute();
  return { certify_id: certifyId, url: null, is_new: true };
}

/** Whether the vendor surely opened no check; such an attempt is not counted. One whose response was lost may have been paid. */
const isUncounted = (error: unknown): boolean =>
  wasNotSent(error) ||
  (error instanceof AdapterError &&
    (error.reason === 'paused' ||
      ['config_invalid', 'unauthorized', 'quota_exhausted', 'rate_limited'].includes(error.code)));

async function giveBack({ ctx }: MemberCall<unknown>, certifyId: string, error: unknown): Promise<void> {
  if (isUncounted(error)) await ctx.db.deleteFrom('face_checks').where('certify_id', '=', certifyId).execute();
  else
    await ctx.db
      .updateTable('face_checks')
      .set({ verdict: 'refused', id_card: null, real_name: '' })
      .where('certify_id', '=', certifyId)
      .execute();
}

/** Starts face matching at the vendor. The check belongs to the member who started it; the number per day is limited. */
export async function startFaceCheck(
  call: MemberCallOf<typeof account.startFaceAuth>,
  provider: FaceProvider,
  returnUrl: string,
): Promise<{ certify_id: string; url: string | null }> {
  const { ctx, body } = call;
  const isByGuardian = checkGuardian(call, body);
  const identity = { real_name: body.real_name, id_card: normalizeIdCard(body.id_card) };
  const reserved = await ctx.db.transaction().execute((trx) => reserve(call, trx, { identity, provider }));
  const { certify_id } = reserved;
  if (!reserved.is_new) return { certify_id, url: reserved.url };
  const started = await provider
    .start({ identity, order_no: certify_id, return_url: returnUrl, device: body.device ?? '' })
    .catch(async (error: unknown) => {
      await giveBack(call, certify_id, error);
      throw error;
    });
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('face_checks')
      .set({
        vendor_id: started.vendor_id,
        vendor_url: started.url,
        expires_at: new Date(ctx.clock().getTime() + started.valid_ms),
      })
      .where('certify_id', '=', certify_id)
      .execute();
    await recordConsent(call, trx, { kind: 'face', by_guardian: isByGuardian });
  });
  return { certify_id, url: started.url };
}
