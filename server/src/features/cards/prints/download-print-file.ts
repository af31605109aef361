import { sql } from 'kysely';
import type * as cardPrints from '@kaike/shared/contracts/cards/card-prints';
import { AppError } from '../../../core/app-error.ts';
import { type HttpReply, sendFile, dispositionOf } from '../../../core/respond.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { findBatch } from '../batches/public.ts';
import { openFile } from './seal-file.ts';

type FileRow = {
  content: Buffer;
  print_id: number;
  part: number;
  batch_id: number;
  batch_no: string;
  kind: 'pdf' | 'png';
  file_count: number;
};

/** Sends a part to the user who ordered it, while the batch is still in their scope. */
export async function downloadPrintFile(call: AdminCallOf<typeof cardPrints.downloadPrintFile>): Promise<HttpReply> {
  const { ctx, actor, params } = call;
  const { rows } =
    await sql<FileRow>`select f.content, f.print_id, f.part, p.batch_id, b.batch_no, p.kind, p.file_count from card_print_files f join card_prints p on p.id = f.print_id
      join card_batches b on b.id = p.batch_id
    where p.id = ${params.id} and f.part = ${params.part} and p.created_by = ${actor.user_id} and p.expires_at > ${ctx.clock()}`.execute(
      ctx.db,
    );
  const [file] = rows;
  if (!file) throw new AppError('card_print.gone');
  await findBatch({ ...call, params: { id: file.batch_id } });
  const [type, ending] =
    file.kind === 'pdf' ? (['application/pdf', 'pdf'] as const) : (['application/zip', 'zip'] as const);
  const name = `${file.batch_no}${file.file_count > 1 ? `-${params.part}` : ''}.${ending}`;
  return sendFile(openFile(ctx.secrets, file.content, file), {
    type,
    disposition: dispositionOf(name),
  });
}
