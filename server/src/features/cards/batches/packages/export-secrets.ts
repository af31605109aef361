import type * as cardBatches from '@kaike/shared/contracts/cards/card-batches';
import { shownCardChoices, shownStatus, type CardFacts } from '@kaike/shared/domain/cards/card-state';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { HttpReply } from '../../../../core/respond.ts';
import { fieldLabel } from '../../../../core/error-answer.ts';
import type { AdminCall, AdminCallOf, ById } from '../../../../core/call.ts';
import { choiceLabel, type Cell } from '../../../../kit/transfer/cells.ts';
import { sendXlsx } from '../../../../kit/transfer/xlsx/send-xlsx.ts';
import { passApproval } from '../approvals/pass-approval.ts';
import { findBatch, logSecrets, loadSecrets, redeemUrl, type OpenedCard } from './load-secrets.ts';

const chunkSize = 1000;

type ExportCall = AdminCallOf<typeof cardBatches.exportSecrets>;

function statusLabel(call: AdminCall, card: OpenedCard): string {
  const status = shownStatus(card as OpenedCard & CardFacts, call.ctx.clock());
  const choice = shownCardChoices.find((one) => one.value === status);
  return choiceLabel(call.t, 'cards', { field: 'shown_status', key: choice?.key ?? status });
}

function cellsOf(call: AdminCall, card: OpenedCard): Cell[] {
  const end = card.redeem_end_at ? formatDateTime(card.redeem_end_at, { timeZone: call.time_zone }) : null;
  const link = card.secret === '' ? null : redeemUrl(call, card.secret.replaceAll('-', ''));
  return [card.card_no, card.secret || null, link, statusLabel(call, card), end];
}

async function* sheetRows(call: AdminCall & ById, batchId: number): AsyncGenerator<Cell[][]> {
  const heads = ['card_no', 'secret', 'link', 'shown_status', 'redeem_end_at'];
  yield [heads.map((key) => fieldLabel(call.t, key, 'cards'))];
  let after = 0;
  for (;;) {
    const cards = await loadSecrets(call.ctx, { batch_id: batchId, after, limit: chunkSize });
    yield cards.map((card) => cellsOf(call, card));
    after = cards.at(-1)?.seq ?? after;
    if (cards.length < chunkSize) return;
  }
}

/** Streams the cards of a batch with their secrets as a sheet. */
export async function exportSecrets(call: ExportCall): Promise<HttpReply> {
  const batch = await findBatch(call);
  await passApproval(call, batch, 'export-secrets');
  await logSecrets(call, batch, {
    action: 'export-secrets',
    reason: call.query.reason,
    row_count: batch.made_count,
  });
  const title = batch.name;
  return sendXlsx({ title, file: `${title}-${batch.batch_no}`, rows: sheetRows(call, batch.id) });
}
