import { sql } from 'kysely';
import { printPageCards, type printCards } from '@kaike/shared/contracts/card-batches';
import type { ProductSnapshot } from '@kaike/shared/domain/product-snapshot';
import type { AnswerOf, QueryOf } from '@kaike/shared/kit/contract';
import type { AdminCall } from '../../http/route.ts';
import { passApproval } from './pass-approval.ts';
import { findBatch, logSecrets, readSecrets, redeemUrl } from './read-secrets.ts';

type PrintCall = AdminCall<Record<string, unknown>, QueryOf<typeof printCards>>;

/** One page of a printable sheet: cards that can be redeemed, with the links their QR codes hold. */
export async function printBatch(call: PrintCall): Promise<AnswerOf<typeof printCards>> {
  const plain = call as AdminCall;
  const { ctx } = call;
  const batch = await findBatch(plain);
  await passApproval(plain, batch, 'print');
  const page = call.query.page ?? 1;
  const cards = await readSecrets(ctx, { batch_id: batch.id, after: (page - 1) * printPageCards, limit: printPageCards });
  const printable = cards.filter((card) => card.secret !== '');
  await logSecrets(plain, batch, { action: 'print', reason: call.query.reason, row_count: printable.length });
  const { product_snapshot: snapshot } = await ctx.db.selectFrom('card_batches').select('product_snapshot').where('id', '=', batch.id).executeTakeFirstOrThrow();
  // Replacements stand behind the batch's own places.
  const { rows: [last] } = await sql<{ seq: number }>`select coalesce(max(batch_seq), 0)::int as seq from cards where batch_id = ${batch.id}`.execute(ctx.db);
  const theme = await ctx.db.selectFrom('card_themes').select(['name', 'cover_front', 'cover_back', 'locale']).where('id', '=', Number(batch['theme_id'] ?? 0)).executeTakeFirst();
  void call.reply.header('Cache-Control', 'no-store');
  return {
    batch: {
      id: batch.id, batch_no: String(batch['batch_no']), name: String(batch['name']), title: (snapshot as ProductSnapshot).title,
      redeem_end_at: (batch['redeem_end_at'] as Date | null)?.toISOString() ?? null,
    },
    theme: theme ?? null,
    cards: printable.map((card) => ({ card_no: card.card_no, secret: card.secret, url: redeemUrl(plain, card.secret.replaceAll('-', '')) })),
    page, last_page: Math.max(1, Math.ceil((last?.seq ?? 0) / printPageCards)),
  };
}
