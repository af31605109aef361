import type * as cardPackages from '@kaike/shared/contracts/cards/card-packages';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCall, AdminCallOf } from '../../../../core/call.ts';
import { hashToken, makeToken } from '../../../../core/secrets.ts';
import { passApproval } from '../approvals/pass-approval.ts';
import { findBatch, logSecrets, loadSecrets, redeemUrl } from '../packages/load-secrets.ts';

const chunkSize = 1000;
const packageHours = 72;
/** WinZip AES with a 256-bit key, which 7-Zip, WinRAR and macOS archivers open. */
const aes256 = 3;

async function writeSheet(call: AdminCall, batchId: number): Promise<{ text: string; count: number }> {
  const lines = ['card_no,secret,link'];
  for (let after = 0; ;) {
    const cards = await loadSecrets(call.ctx, { batch_id: batchId, after, limit: chunkSize });
    for (const card of cards)
      if (card.secret !== '')
        lines.push(`${card.card_no},${card.secret},${redeemUrl(call, card.secret.replaceAll('-', ''))}`);
    after = cards.at(-1)?.seq ?? after;
    if (cards.length < chunkSize) break;
  }
  // With a UTF-8 byte order mark; without it spreadsheets guess the encoding.
  return { text: `\uFEFF${lines.join('\r\n')}\r\n`, count: lines.length - 1 };
}

async function encrypt(name: string, text: string, password: string): Promise<Buffer> {
  // Loaded on demand: few nodes ever pack cards.
  const { configure, TextReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  configure({ useWebWorkers: false });
  const zip = new ZipWriter(new Uint8ArrayWriter(), { password, encryptionStrength: aes256 });
  await zip.add(name, new TextReader(text));
  return Buffer.from(await zip.close());
}

/** Packs the cards that can still be redeemed; logged and approved like every export of secrets. */
export async function packCards(
  call: AdminCallOf<typeof cardPackages.packCards>,
): Promise<ResponseOf<typeof cardPackages.packCards>> {
  const { ctx, actor } = call;
  const batch = await findBatch(call);
  await passApproval(call, batch, 'export-secrets');
  const { text, count } = await writeSheet(call, batch.id);
  await logSecrets(call, batch, { action: 'package', reason: call.body.reason, row_count: count });
  const [token, password] = [makeToken(), makeToken().slice(0, 24)];
  const now = ctx.clock();
  const expiresAt = new Date(now.getTime() + packageHours * 3_600_000);
  await ctx.db
    .insertInto('card_packages')
    .values({
      batch_id: batch.id,
      token_hash: hashToken(token),
      content: await encrypt(`${batch.batch_no}.csv`, text, password),
      card_count: count,
      reason: call.body.reason,
      created_by: actor.user_id,
      expires_at: expiresAt,
      created_at: now,
    })
    .execute();
  return {
    url: `${call.origin}/open/card-packages/${token}`,
    password,
    card_count: count,
    expires_at: expiresAt.toISOString(),
  };
}
