import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Cell } from './cells.ts';
import { writeXlsx } from './xlsx-stream.ts';

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sends one sheet, written while its rows are read. When reading fails, the connection is closed, as the status line has been sent. */
export function answerXlsx(
  reply: FastifyReply,
  {
    title,
    rows,
    file = title,
  }: { title: string; /** Without its extension. */ file?: string; rows: AsyncIterable<readonly (readonly Cell[])[]> },
): unknown {
  const stream = new PassThrough();
  void writeXlsx(stream, { sheet: title, rows }).catch((error: unknown) =>
    stream.destroy(error instanceof Error ? error : undefined),
  );
  void reply
    .type(xlsxType)
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file)}.xlsx`)
    .header('Cache-Control', 'no-store');
  return reply.send(stream);
}
