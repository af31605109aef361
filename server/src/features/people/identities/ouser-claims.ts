import type { Db } from '../../../db/pool.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import type { Cookie } from '../../../core/respond.ts';
import type { Call } from '../../../core/call.ts';
import { hashToken, isSameBytes, makeToken } from '../../../core/secrets.ts';
import { bindIdentity, type Ouser } from './identities.store.ts';
import { browserHash, markBrowser, wayMs } from './oauth-state.ts';

export type Claim = { key_hash: Buffer; ouser_id: number; back_url: string };

/** Stores a claim on an identity, under a key valid in this browser only. */
export async function openClaim(call: Call, ouser: Ouser, backUrl: string): Promise<{ key: string; cookie: Cookie }> {
  const key = makeToken();
  const { hash, cookie } = markBrowser(call);
  await call.ctx.db
    .insertInto('ouser_claims')
    .values({
      key_hash: hashToken(key),
      browser_hash: hash,
      ouser_id: ouser.id,
      back_url: backUrl,
      expires_at: new Date(call.ctx.clock().getTime() + wayMs),
    })
    .execute();
  return { key, cookie };
}

export async function loadClaim(call: Pick<Call, 'ctx' | 'cookies'>, key: string): Promise<Claim> {
  const row = await call.ctx.db
    .selectFrom('ouser_claims')
    .selectAll()
    .where('key_hash', '=', hashToken(key))
    .executeTakeFirst();
  assert(
    row && row.expires_at > call.ctx.clock() && isSameBytes(row.browser_hash, browserHash(call)),
    'auth.other_state',
  );
  return row;
}

/** Whether this browser's claim of the key is still open. */
export const isClaimOpen = async (call: Pick<Call, 'ctx' | 'cookies'>, key: string): Promise<boolean> =>
  loadClaim(call, key).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

/** Consumes the claim; of two concurrent calls only one succeeds. */
export async function settleClaim(
  trx: Db,
  claim: Claim,
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> {
  const removed = await trx
    .deleteFrom('ouser_claims')
    .where('key_hash', '=', claim.key_hash)
    .returning('ouser_id')
    .executeTakeFirst();
  assert(removed, 'auth.other_state');
  await bindIdentity(trx, { ouser_id: claim.ouser_id, user_id, now });
  await trx.updateTable('ousers').set({ last_login_at: now }).where('id', '=', claim.ouser_id).execute();
}
