import { sql } from 'kysely';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import { formatSecret } from '@kaike/shared/domain/cards/card-secret';
import { cardBatches } from '@kaike/shared/resources/cards/card-batches';
import type { Context } from '../../../../core/context.ts';
import type { AdminCall, ById } from '../../../../core/call.ts';
import { logExport } from '../../../../kit/transfer/log-export.ts';
import { writeLog } from '../../../../kit/write/operation-log.ts';
import { loadRow } from '../../../../kit/read/load-rows.ts';
import type { RowOf } from '../../../../kit/behaviour.ts';
import { openSecret } from '../../cards/public.ts';

export type OpenedCard = {
  seq: number;
  card_no: string;
  state: number;
  frozen_at: Date | null;
  redeem_end_at: Date | null;
  secret: string;
};
type SealedCard = Omit<OpenedCard, 'secret'> & { secret_enc: Buffer; secret_hash: Buffer };

/** The batch, if it is in the user's scope. */
export function findBatch(call: AdminCall & ById): Promise<RowOf<typeof cardBatches>> {
  return loadRow({ db: call.ctx.db, actor: call.actor, resource: call.ctx.resources.of(cardBatches) }, call.params.id);
}

/** A frozen card would be refused: its secret is not exported until it is unfrozen. */
const isRedeemable = ({ state, frozen_at }: Pick<OpenedCard, 'state' | 'frozen_at'>): boolean =>
  (state === cardState.stock || state === cardState.issued) && frozen_at === null;

/** Cards after a position in the batch, with their secrets; secrets that can no longer be redeemed are omitted. */
export async function loadSecrets(
  ctx: Context,
  page: { batch_id: number; after: number; limit: number },
): Promise<OpenedCard[]> {
  const { rows } =
    await sql<SealedCard>`select batch_seq as seq, card_no, state, frozen_at, redeem_end_at, secret_enc, secret_hash from cards
    where batch_id = ${page.batch_id} and batch_seq > ${page.after} order by batch_seq limit ${page.limit}`.execute(
      ctx.db,
    );
  return rows.map(({ secret_enc, secret_hash, ...card }) => ({
    ...card,
    secret: isRedeemable(card) ? formatSecret(openSecret(ctx.secrets, { secret_enc, secret_hash })) : '',
  }));
}

/** The link in a QR code: opens the activation page with the code filled in. */
export const redeemLink = (origin: string, secret: string): string =>
  `${origin}/home/cards/use-card?code=${secret.replaceAll('-', '')}`;

/** The same for the origin of the current request. */
export const redeemUrl = ({ origin }: Pick<AdminCall, 'origin'>, secret: string): string => redeemLink(origin, secret);

/** Logs who exports secrets, and why, before the first one is sent. */
export async function logSecrets(
  call: AdminCall,
  batch: RowOf<typeof cardBatches>,
  entry: { action: string; reason: string; row_count: number },
): Promise<void> {
  const { ctx } = call;
  await logExport(call, ctx.resources.of(cardBatches), {
    id: batch.id,
    row_count: entry.row_count,
    with_secrets: true,
    reason: entry.reason,
  });
  await ctx.db.transaction().execute((trx) =>
    writeLog(trx, call, {
      resource: 'card-batches',
      action: entry.action,
      record_id: batch.id,
      record_title: batch.name,
      reason: entry.reason,
      after: { cards: entry.row_count },
    }),
  );
}
